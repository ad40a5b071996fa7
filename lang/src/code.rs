//! The codes of all messages: whoever names one that there is not does not compile.
//!
//! Their titles are in the `CODES` of whatever reports them.

use serde::Serialize;
use std::fmt;

/// The type of the codes that are listed, in the order of their names.
macro_rules! codes {
    ($($code:ident)*) => {
        /// The code of a message: `E0101` of an error, `W0301` of a warning, `R0301` of a fault.
        /// One comes before another as their names do.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        pub enum Code {
            $(#[doc = concat!("`", stringify!($code), "`, whose title is in a `CODES`.")] $code,)*
        }

        impl Code {
            /// All there are, in order.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// How it is written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($code),)*
                }
            }
        }
    };
}

codes! {
    E0101 E0102 E0103 E0104 E0105 E0106 E0107 E0108 E0109 E0110 E0111 E0112 E0113 E0114 E0115 E0116
    E0117 E0118 E0120 E0121 E0122 E0123
    E0201 E0202 E0203 E0204 E0205 E0206 E0207 E0208 E0209 E0210 E0211 E0212 E0213 E0214 E0215 E0216
    E0217
    E0301 E0302 E0303 E0304 E0305 E0306 E0307 E0308 E0309 E0310 E0311 E0312 E0313 E0314 E0315 E0316
    E0317 E0318 E0319 E0320 E0321 E0322 E0325 E0326
    E0401 E0402 E0403 E0404 E0405 E0406 E0407 E0408 E0409 E0411 E0412 E0413 E0414 E0415 E0417 E0419
    E0422 E0423 E0424 E0425 E0426 E0427 E0428 E0429 E0430 E0431 E0434
    E0501 E0502 E0503 E0504 E0505 E0506 E0507 E0508 E0509 E0510 E0511 E0512 E0513 E0514 E0515 E0517
    E0519 E0520 E0521 E0522 E0523
    E0601 E0603 E0604 E0605 E0606 E0607 E0608 E0609 E0610 E0611 E0612 E0613 E0614 E0616 E0617
    E0701 E0702 E0703 E0704 E0705 E0706 E0707 E0708
    E0801 E0806
    E0902 E0903 E0904 E0905 E0906 E0907 E0908
    E1001 E1002 E1003 E1004 E1005 E1010 E1011 E1012 E1013 E1014 E1015 E1016
    R0301 R0302 R0303 R0304 R0305 R0306 R0307 R0308 R0309 R0310 R0311 R0312 R0313 R0320
    W0101
    W0301
    W0401 W0402 W0403 W0404 W0405 W0406 W0407 W0408 W0409
    W0501 W0502 W0503 W0504 W0505 W0506 W0507 W0508 W0509 W0510 W0511 W0512 W0513 W0514 W0515 W0516
    W0517 W0518 W0519 W0520 W0521 W0522 W0523
    W0601 W0602 W0603 W0604 W0605
    W0701 W0702 W0703 W0704 W0705
    W0802 W0803 W0804 W0805 W0807 W0808 W0809
    W0901 W0902
}

impl Code {
    /// Whether rules with such a mistake cannot run; what stops a running game is no such thing.
    #[must_use]
    pub fn is_error(self) -> bool {
        self.name().starts_with('E')
    }

    /// Whether such rules run, but probably not as meant.
    #[must_use]
    pub fn is_warning(self) -> bool {
        self.name().starts_with('W')
    }

    /// Whether something could not be read.
    #[must_use]
    pub fn is_syntax(self) -> bool {
        self.is_error() && self.is_about("01")
    }

    /// Whether it is about types, as error or warning.
    #[must_use]
    pub fn is_about_types(self) -> bool {
        self.is_about("04")
    }

    /// Whether it is about flow and statements, as error or warning.
    #[must_use]
    pub fn is_about_flow(self) -> bool {
        self.is_about("05")
    }

    /// Whether it is about moves, menus and choices, as error or warning.
    #[must_use]
    pub fn is_about_moves(self) -> bool {
        self.is_about("06")
    }

    /// Whether it is about secrets, as error or warning.
    #[must_use]
    pub fn is_about_secrets(self) -> bool {
        self.is_about("08")
    }

    fn is_about(self, group: &str) -> bool {
        self.name().get(1..3) == Some(group)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.pad(self.name())
    }
}
