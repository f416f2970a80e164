//! `cg test`: the runner of scripts and Markdown.

use crate::program::{Folder, cg};

/// The last line and the exit status of testing one file.
fn tested(name: &str, text: &str) -> (String, i32, String) {
    let folder = Folder::new();
    let ran = cg(&["test", &folder.file(name, text)]);
    (ran.out.lines().last().unwrap_or("").to_string(), ran.status, ran.out + &ran.err)
}

#[test]
fn right_expectations_pass() {
    let text = "\
x := up + *        # a definition counts for nothing
x                  #=> up + *
x                  #=> ↑ + ∗
x                  #=> * + up
1/2 + 1/2          #=> 1
[nim(2), nim(1)]   #=> [nim(2), nim(1)]
nim(2) + nim(1)    #=> *3
nim(2) + nim(1)    #=> nim(2) + nim(1)
print(1, 2)        #=> 1 2
print(1, 2)        #=> nothing
{1, 2}             #=> {2, 1}
1/0                #=> error number::division-by-zero
1/0                #=> error
1/0                #=> error number::division-by-zero: the divisor first
1/0                #=> error: divides by zero
1/0                #=> error: number::division-by-zero
<0|                #=> error syntax::unclosed: add `>`
no_such_name       #=> error name::unknown
<0|                #=> error syntax::unclosed
check x == up + *
for n in 1..3 do check n < 4 end
";
    let (last, status, all) = tested("a.cg", text);
    assert_eq!((last.as_str(), status), ("20 passed, 0 failed", 0), "{all}");
}

#[test]
fn wrong_ones_fail_with_place_expected_and_got() {
    let text = "1 + 1  #=> 3\n\ncheck 1 == 2\n1/0\n2 + 2  #=> 4\n1 + 1  #=> error\nx := 1  #=> 1\n1/0  #=> error: no such words\n";
    let (last, status, all) = tested("a.cg", text);
    assert_eq!((last.as_str(), status), ("1 passed, 6 failed", 1), "{all}");
    assert!(all.contains("a.cg:1:1: 1 + 1\n    expected  3\n    got       2"), "{all}");
    assert!(all.contains("a.cg:3:") && all.contains("check::failed"), "{all}");
    assert!(all.contains("a.cg:4:1: 1/0") && all.contains("number::division-by-zero"), "{all}");
}

#[test]
fn a_wrong_source_fails_its_file() {
    let (last, status, all) = tested("a.cg", "1 + 1  #=> 2\ny := <0|\n");
    assert_eq!((last.as_str(), status), ("0 passed, 1 failed", 2), "{all}");
    assert!(all.contains("a.cg:2:6") && all.contains("syntax::unclosed"), "{all}");
}

#[test]
fn the_blocks_of_markdown() {
    let text = "\
# Title
1 + 1  #=> 7

```cg
x := 2
x + 1  #=> 3
```

```text
x  #=> 9
```

1. A list:
   ```cg
   x  #=> 2
   ```

~~~cg
x  #=> 5
~~~

```cg ignore
x  #=> 6
```
";
    let (last, status, all) = tested("README.md", text);
    assert_eq!((last.as_str(), status), ("2 passed, 1 failed", 1), "{all}");
    assert!(all.contains("README.md:19:1: x"), "{all}");
}

#[test]
fn folders_are_searched_and_sessions_are_fresh() {
    let folder = Folder::new();
    folder.file("a.cg", "x := 1\nx  #=> 1\n");
    folder.file("deep/er/b.cg", "import \"../lib.cg\"\ntwice(2)  #=> 4\n");
    folder.file("deep/lib.cg", "twice(n) := 2 * n\n");
    folder.file("notes.md", "```cg\nx  #=> error name::unknown\n```\n");
    folder.file("other.txt", "1  #=> 2\n");
    folder.file(".hidden/c.cg", "1  #=> 2\n");
    let ran = cg(&["test", &folder.path().to_string_lossy()]);
    assert_eq!((ran.out.trim_end(), ran.status), ("3 passed, 0 failed", 0), "{}", ran.err);
    let ran = cg(&["test", "nowhere"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("there is no file `nowhere`"), "{}", ran.err);
}

#[test]
fn failures_as_json() {
    let folder = Folder::new();
    let ran = cg(&["--json", "test", &folder.file("a.cg", "1 + 1  #=> 3\n")]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((lines[0]["line"].as_u64(), lines[0]["got"].as_str()), (Some(1), Some("2")));
    assert_eq!((lines[1]["passed"].as_u64(), lines[1]["failed"].as_u64()), (Some(0), Some(1)));
}

#[test]
fn limits_of_what_is_expected_are_said() {
    let folder = Folder::new();
    let text = "1 + 1  #=> nim_value(octal(\"0.007\", 10^8))\n1 + 1  #=> [print(1), 2][1]\nprint(2)  #=> 2\n";
    let ran = cg(&["--timeout", "1s", "test", &folder.file("a.cg", text)]);
    assert!(ran.out.contains("error limit::time"), "{}", ran.out);
    // What it prints is no part of what the next statement prints.
    assert!(ran.out.contains("2 passed, 1 failed"), "{}", ran.out);
}

#[test]
fn results_are_written_where_results_stand() {
    let folder = Folder::new();
    let script = "x := 1/2  # half\n\
        x + x   #=>  2\t\r\n\
        \"#=> 5\"  #=> no\n\
        table([[1, 2], [3, *]])\n  #=> | 1 |\n\
        1/0 #=> 1\n\
        up + * #=> 3 #=> 4\n\
        *2 + *3\n    #=> 1\n    #=> 2\n\
        x + 1/2 #=> 3/2 - 1/2\n\
        print(1); print(2) #=> 3\n\
        check x == 1/2\n\
        for n in 1..10^12 do check true end #=> slow\n\
        x #=> 7";
    let path = folder.file("a.cg", script);
    let ran = cg(&["test", "--update", "--timeout", "200ms", &path]);
    let wanted = "x := 1/2  # half\n\
        x + x   #=>  1\r\n\
        \"#=> 5\"  #=> \"#=> 5\"\n\
        table([[1, 2], [3, *]])\n  #=> | 1 | 2 |\n  #=> | 3 | * |\n\
        1/0 #=> error number::division-by-zero\n\
        up + * #=> up + *\n\
        *2 + *3\n    #=> *\n\
        x + 1/2 #=> 3/2 - 1/2\n\
        print(1); print(2) #=> 2\n\
        check x == 1/2\n\
        for n in 1..10^12 do check true end #=> slow\n\
        x #=> 1/2";
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), wanted, "{}", ran.out);
    assert!(ran.out.ends_with("2 passed, 1 failed, 8 updated\n"), "{}", ran.out);
    assert_eq!(ran.status, 1, "what a limit keeps from being found is still a failure");
    let again = cg(&["test", "--update", "--timeout", "200ms", &path]);
    assert!(again.out.ends_with("10 passed, 1 failed, 0 updated\n"), "{}", again.out);
}

#[test]
fn results_are_written_into_the_blocks_of_markdown_only() {
    let folder = Folder::new();
    let text = "1 + 1 #=> 3\n```cg\n1 + 1 #=> 3\n```\n- é\n  ```cg\n  2 #=> 5\n  ```\n```sh\n1 #=> 2\n```";
    let path = folder.file("a.md", text);
    let ran = cg(&["test", "--update", "--json", &path]);
    assert!(ran.out.contains("\"was\":\"3\",\"now\":\"2\"}\n"), "{}", ran.out);
    assert!(ran.out.ends_with("{\"passed\":0,\"failed\":0,\"updated\":2}\n"), "{}", ran.out);
    let wanted = text.replace("cg\n1 + 1 #=> 3", "cg\n1 + 1 #=> 2").replace("2 #=> 5", "2 #=> 2");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), wanted);
    let wrong = folder.file("b.cg", "1 + 1 #=> 3\n1 +\n");
    assert_eq!(cg(&["test", "--update", &wrong]).status, 2);
    assert_eq!(std::fs::read_to_string(&wrong).expect("it is there"), "1 + 1 #=> 3\n1 +\n", "nothing of it was run");
}

#[test]
fn what_a_failure_makes_fail_is_told_as_its_consequence() {
    let text = "w := 1/0\nw + 1\nv := w\nv\nw + 2  #=> 3\nfor i in [v] do q := i end\nq\n2 + 2  #=> 4\ncheck v == 1\n";
    let (last, status, all) = tested("a.cg", text);
    assert_eq!((last.as_str(), status), ("1 passed, 3 failed", 1), "{all}");
    assert!(all.contains("a.cg:5:1: w + 2\n    expected  3\n    got       nothing, because line 1 failed"), "{all}");
    assert!(all.contains(
        "a.cg:9:1: check v == 1\n    expected  a check that holds\n    got       nothing, because line 3 failed"
    ));
}

#[test]
fn rules_that_read_a_file_have_the_moves_that_stand_there_now() {
    let text = "write(\"steps.json\", [1])\n\
        game g(n) := <g(n-k) for k in ks if k <= n> where ks := read(\"steps.json\")\n\
        worth(n) := nim_value(g(n))\n\
        [nim_value(g(n)) for n in 0..5]  #=> [0, 1, 0, 1, 0, 1]\n\
        [worth(5), outcome(g(3))]  #=> [1, N]\n\
        write(\"steps.json\", [1, 2], replace)\n\
        [nim_value(g(n)) for n in 0..5]  #=> [0, 1, 2, 0, 1, 2]\n\
        [worth(5), outcome(g(3))]  #=> [2, P]\n\
        sequence(g, 6)  #=> [0, 1, 2, 0, 1, 2]\n";
    let (last, status, all) = tested("a.cg", text);
    assert_eq!((&*last, status), ("5 passed, 0 failed", 0), "{all}");
}

#[test]
fn a_failure_is_shown_at_its_statement() {
    let text = "[1, 1/0]  #=> 3\nf(n) := 1/n\nf(0)  #=> 3\nnim(3) + f(0)  #=> error limit\n";
    let (last, status, all) = tested("a.cg", text);
    assert_eq!((last.as_str(), status), ("0 passed, 3 failed", 1), "{all}");
    for place in ["a.cg:1:1: [1, 1/0]\n", "a.cg:3:1: f(0)\n", "a.cg:4:1: nim(3) + f(0)\n"] {
        assert!(all.contains(place), "{place}: {all}");
    }
}
