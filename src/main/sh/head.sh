#!/bin/sh
# shardsh. This head chooses a Java virtual machine and its options; what follows it in the file is
# the program, a jar. The shell never reads past the last "exit" or "exec" below.

fail() {
  printf 'shardsh: %s\n' "$1" >&2
  exit 127
}

# Sets $real to the file behind a path and its symbolic links.
resolve() {
  real=$1
  if [ -h "$1" ]; then
    real=$(readlink -f "$1" 2>/dev/null)
    if [ -n "$real" ]; then
      return 0
    fi
    real=$1
  fi
  while [ -h "$real" ]; do
    target=$(readlink "$real") || return 1
    case $target in
      /*) real=$target ;;
      *) real=${real%/*}/$target ;;
    esac
  done
  folder=$(cd -P "${real%/*}/" 2>/dev/null && pwd -P) || return 1
  real=${folder%/}/${real##*/}
}

# Lists the classes of the engine that the shortest run loads from the archive, in their order, so
# that the next runs can load them ahead.
list_classes() {
  "$java" $common "$use=$folder/$stem.$((size)).$kind" "-Xlog:class+load:file=$fresh.log:none" \
    -cp "$self" shardsh.cli.Main --quiet -e 1
  sed -n 's/^\(com\.oracle\.[^ /]*\) source: shared.*/\1/p' "$fresh.log" >"$fresh" &&
    mv -f "$fresh" "$folder/$stem.classes"
}

# Makes the archive by a run that uses most of the program once. The lock is a folder; when making
# fails it stays for an hour, so that a full disk is not tried again on every start.
make_archive() {
  lock=$folder/$stem.lock
  mkdir -p "$folder" 2>/dev/null || return
  if [ -d "$lock" ]; then
    find "$lock" -prune -mmin +60 -exec rmdir {} \; 2>/dev/null
  fi
  mkdir "$lock" 2>/dev/null || return
  (
    trap '' HUP INT QUIT
    fresh=$folder/$stem.$$.tmp
    rm -f "$folder"/*.tmp "$folder/$stem".*."$kind"
    if nice -n 5 "$java" $common "$make=$fresh" "-Dshardsh.rehearsal=$use_of" \
      -cp "$self" shardsh.cli.Main --quiet -e 1 -e 2 &&
      [ -s "$fresh" ] && size=$(wc -c <"$fresh") &&
      mv -f "$fresh" "$folder/$stem.$((size)).$kind"; then
      case $use_of-$kind in run-jsa) list_classes ;; esac
      rmdir "$lock"
    fi
    rm -f "$fresh" "$fresh".*
    # Archives of former builds of this file go, and those of files that are gone.
    for old in "$folder"/*."$kind" "$folder"/*.classes; do
      case ${old##*/} in
        "$build"-*) ;;
        *) rm -f "$old" ;;
      esac
    done
    find "$cache/shardsh" -type f \( -name '*.jsa' -o -name '*.aot' -o -name '*.classes' \) | while IFS= read -r old; do
      of=${old%/*}
      [ -e "${of#"$cache/shardsh"}" ] || rm -f "$old"
    done
  ) </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
}

# A closed stream is held by something harmless: Java would give its number to the first file that it
# opens, and read the program's own bytes as what is typed. Writing to a closed one still fails.
{ true 3<&0; } 2>/dev/null || exec </dev/null
{ true 3>&1; } 2>/dev/null || exec 1</dev/null
true 3>&2 || exec 2>/dev/null

self=$0
case $self in
  */*) ;;
  *) if [ -f "$self" ]; then self=./$self; else self=$(command -v "$self"); fi ;;
esac
resolve "$self" && [ -r "$real" ] || fail "cannot find the program file behind $0"
self=$real
case $self in
  *:*) fail "Java finds no program in a folder with a colon in its name: ${self%/*}" ;;
esac

if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
  java=$JAVA_HOME/bin/java
else
  java=$(command -v java) || fail \
    'Java is missing. Install Java 17 or newer and put it on the PATH, or set JAVA_HOME.'
fi

# The file "release" tells the version without starting anything. Where there is none (a wrapper
# script for java, say), the program runs without an archive.
version=0
if resolve "$java" && [ -r "${real%/bin/java}/release" ]; then
  while IFS='="' read -r name skipped value rest; do
    if [ "$name" = JAVA_VERSION ]; then
      version=${value%%[!0-9]*}
      break
    fi
  done <"${real%/bin/java}/release"
  case $version in
    '' | *[!0-9]*) version=0 ;;
    *) [ "$version" -ge 17 ] || fail \
      "needs Java 17 or newer, but $java is version $version. Set JAVA_HOME to a newer one." ;;
  esac
fi

# The jar is a class path: with -jar, Java's launcher would read the list of its 19,000 files before
# anything else can begin; like this it is read beside the start of the engine.
common='-XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable -Dshardsh.head=true'
if [ -d /sys/kernel/mm/transparent_hugepage ]; then
  common="$common -XX:+UseTransparentHugePages"
fi
kind=jsa
make=-XX:ArchiveClassesAtExit
use=-XX:SharedArchiveFile
if [ "$version" -ge 22 ]; then
  common="$common --enable-native-access=ALL-UNNAMED"
fi
if [ "$version" -ge 23 ]; then
  common="$common --sun-misc-unsafe-memory-access=allow"
fi
if [ "$version" -ge 25 ]; then
  kind=aot
  make=-XX:AOTCacheOutput
  use=-XX:AOTCache
fi

# What a start compiles is mostly used once, so the optimising compiler waits for ten times its usual
# counts. One evaluation is over before that would have paid for itself at all, and gains by compiling
# simply and early.
# What a script stores stays, so it is not copied about among the young.
options="$common -XX:MaxTenuringThreshold=1 -XX:Tier4InvocationThreshold=50000
  -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
short=
for word in "$@"; do
  case $word in
    -e* | --eval | --eval=* | -V | --version | -h | --help)
      short="$common -XX:TieredStopAtLevel=1 -XX:CICompilerCount=1 -XX:Tier3InvocationThreshold=100
        -XX:Tier3MinInvocationThreshold=50 -XX:Tier3CompileThreshold=1000"
      ;;
    --shell)
      short=
      break
      ;;
  esac
done
case ${1-} in
  # Every lesson is another program and short: the first compiler alone, and later than it would,
  # with a young space that holds what one leaves.
  author) short="$common -XX:TieredStopAtLevel=1 -Xmn400m -XX:Tier3InvocationThreshold=400
    -XX:Tier3MinInvocationThreshold=200 -XX:Tier3CompileThreshold=4000" ;;
esac
options=${short:-$options}

# Which standard streams are terminals, and how large the screen is: rows, then columns.
streams=
for number in 0 1 2; do
  if [ -t "$number" ]; then streams=${streams}1; else streams=${streams}0; fi
done
size=
case $streams in
  # Inside the brackets standard output is a pipe, so the terminal is asked by its name.
  ?1?) size=$(stty size 2>/dev/null </dev/tty) ;;
esac

# A prompt needs many more classes than a text that is evaluated, and a larger archive takes longer to
# map, so each has its own.
use_of=prompt
if [ -n "$short" ] || [ "${streams%??}" = 0 ]; then
  use_of=run
fi

# The archive of loaded classes lies in the user's cache, in a folder named after this file's path.
# Its name holds size and time of this file and of the Java, so that it is never stale, and its own
# size, since a Java that maps half an archive dies. One stat asks for all of them. The machine checks
# once more and goes without an archive when in doubt.
cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
if [ "$version" -ge 17 ] && [ "${cache#/}" != "$cache" ]; then
  folder=$cache/shardsh$self
  files=$(stat -L -c '%s-%Y %n' "$self" "$real" "$folder"/*-"$use_of".*."$kind" 2>/dev/null)
  if [ -z "$files" ]; then
    files=$(stat -L -f '%z-%m %N' "$self" "$real" "$folder"/*-"$use_of".*."$kind" 2>/dev/null)
  fi
  build=
  stem=
  archive=
  while read -r stamp file; do
    if [ -z "$build" ]; then
      build=$stamp
    elif [ -z "$stem" ]; then
      stem=$build-$version-$stamp-$use_of
    elif [ "$file" = "$folder/$stem.${stamp%%-*}.$kind" ] && [ -r "$file" ]; then
      archive=$file
    fi
  done <<FILES
$files
FILES
  if [ -n "$archive" ]; then
    exec "$java" $options "-Dshardsh.tty=$streams" "-Dshardsh.size=$size" \
      "-Dshardsh.classes=${archive%.*.jsa}.classes" "$use=$archive" -cp "$self" shardsh.cli.Main "$@"
  fi
  if [ -n "$stem" ]; then
    make_archive
  fi
fi
exec "$java" $options "-Dshardsh.tty=$streams" "-Dshardsh.size=$size" -cp "$self" shardsh.cli.Main "$@"
exit 127
