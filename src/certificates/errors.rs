//! Errors of certificates, with their wording.

use crate::eval::error_family;

error_family! {
    /// A thing that has no certificate.
    pub(crate) enum CertificateError {
        NoQuestion { got: String } => CallKind, "`certificate` proves the answer to a question, and here is {got}",
            help: "write the question in it: `certificate(compare(G, H))`, `certificate(G == H)`, `certificate(solve(p, L))`, \
                 `certificate(value(p))` or `certificate(nim_value(p))`";
        BothStarters => CallKind, "`solve` answers here for both players, and `certificate` for one who moves first",
            help: "say who: `certificate(solve(p, L))`";
        NotNormal => CallKind, "`certificate` is for normal play", help: "leave the convention out: `certificate(solve(p, L))`";
        Rules { got: String } => ValueNone, "a certificate does not know the rules of `{got}`", here: "asked here",
            help: "it knows Domineering, Clobber, Col, Snort, Toads and Frogs, Nim, octal games, values and forms";
    }
}
