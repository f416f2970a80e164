//! Asks the linker for a larger stack than WebAssembly usually has: there a stack cannot grow.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size=4194304");
    }
}
