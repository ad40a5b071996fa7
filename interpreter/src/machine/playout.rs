//! Playing by itself.
