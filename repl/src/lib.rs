//! houserules
