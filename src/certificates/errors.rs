//! Errors of certificates, with their wording.

use crate::eval::error_family;

error_family! {
    /// A thing that has no certificate.
    pub(crate) enum CertificateError {
        NoQuestion { got: String } => CallKind, "`certificate` proves the answer to a question, and here is {got}",
            help: "write the question in it: `compare`, `==`, `solve`, `value`, `nim_value`, `period` or `misere_quotient`, as in \
                 `certificate(up > 0)`";
        BothStarters => CallKind, "`solve` answers here for both players, and `certificate` for one who moves first",
            help: "say who: `certificate(solve(p, L))`";
        NotNormal => CallKind, "`certificate` is for normal play", help: "leave the convention out: `certificate(solve(p, L))`";
        Rules { got: String } => ValueNone, "a certificate does not know the rules of `{got}`", here: "asked here",
            help: "it knows Domineering, Clobber, Col, Snort, Toads and Frogs, Nim, octal games, values and forms";
        NoCode { got: String } => ValueNone, "a certificate about heaps is for octal games, and {got} is none",
            help: "for instance `certificate(period(octal(\"0.07\")))`";
        NoPeriod => ValueNone, "no period of these nim-values is proved, so there is nothing to certify",
            help: "`certificate(period(octal(\"0.07\")))` has one";
        AllHeaps => CallKind, "a certificate is for the misère quotient of finitely many heaps",
            help: "say to which heap: `certificate(misere_quotient(kayles, 8))`";
        Table { why: String } => ValueNone, "this answer has no certificate: {why}", here: "asked here",
            help: "a certificate is for what a short program works out in seconds: ask for fewer heaps, or of a shorter period";
    }
}
