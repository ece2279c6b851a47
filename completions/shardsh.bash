# bash completion for shardsh; made by: shardsh completions bash
_shardsh_files() {
  local IFS=$'\n' ending
  compopt -o filenames 2>/dev/null
  for ending; do
    COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$cur"))
  done
  COMPREPLY+=($(compgen -d -- "$cur"))
}
_shardsh() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local command='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      learn | lessons | play | check | author | progress | export | completions) command=$word; break ;;
    esac
  done
  COMPREPLY=()
  case $command in
    '')
      case $prev in
        -e | --eval) return ;;
        -f | --file) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --cluster) COMPREPLY=($(compgen -W 'canvas canvas-hashed regions lab aggregation empty' -- "$cur")); _shardsh_files yaml; return ;;
        --shards) return ;;
        --routers) return ;;
        --profile) COMPREPLY=($(compgen -W 'classic 4.4 5.0 6.0 7.0 8.0' -- "$cur")); return ;;
        --seed) return ;;
        --trace) COMPREPLY=($(compgen -W 'none summary full' -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --width) return ;;
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --progress) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --record) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --max-time-ms) return ;;
        --max-memory-mb) return ;;
        --max-statements) return ;;
      esac
      COMPREPLY=($(compgen -W 'learn lessons play check author progress export completions -e --eval -f --file --shell --quiet --json --cluster --shards --routers --profile --seed --trace --color --ascii --width --locale --progress --record --keep-going --max-time-ms --max-memory-mb --max-statements -h --help -V --version' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files js mongodb
      ;;
    learn)
      case $prev in
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --progress) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --width) return ;;
        --record) COMPREPLY=($(compgen -f -- "$cur")); return ;;
      esac
      COMPREPLY=($(compgen -W 'one-collection-many-shards shard-a-collection chunks-and-versions router-cache targeted-query scatter-gather ranges-and-tables insert-past-128 jumbo-chunks balancer-moves-a-chunk six-steps-of-a-move stale-mongos increasing-key hashed-key choose-a-key reshard-a-collection canvas-review no-auto-split balance-by-size routing-is-the-same replica-set-inside-a-box many-routers own-metadata-filter zones config-shard merge-chunks auto-merge balancer-window force-jumbo cross-shard-transactions sharded-lookup change-streams rounded-numbers why-aggregate-on-shards primary-shard three-constraints sixty-seconds where-it-splits sharded-sort sharded-group lost-merge-sort aim-the-shards-part merge-on-primary one-shard-only any-shard merge-on-mongos no-blocking-stage two-kinds-of-merging hundred-megabytes tip-index-sort tip-limit tip-sort-late tip-no-group tip-summary-only tip-match-early tip-one-shard tip-mongos decision-tree-exam build-a-cluster two-shard-three-queries fast-path bounds ghost-documents read-the-source second-opinion from-nothing three-refusals wrong-about-s1 no-refusal unjumbo key-duel small-refresh hot-shard-rescue ghost-hunt night-shift same-route field-cases --locale --progress --color --ascii --width --record -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files yaml
      ;;
    lessons)
      case $prev in
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --progress) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --width) return ;;
      esac
      COMPREPLY=($(compgen -W 'one-collection-many-shards shard-a-collection chunks-and-versions router-cache targeted-query scatter-gather ranges-and-tables insert-past-128 jumbo-chunks balancer-moves-a-chunk six-steps-of-a-move stale-mongos increasing-key hashed-key choose-a-key reshard-a-collection canvas-review no-auto-split balance-by-size routing-is-the-same replica-set-inside-a-box many-routers own-metadata-filter zones config-shard merge-chunks auto-merge balancer-window force-jumbo cross-shard-transactions sharded-lookup change-streams rounded-numbers why-aggregate-on-shards primary-shard three-constraints sixty-seconds where-it-splits sharded-sort sharded-group lost-merge-sort aim-the-shards-part merge-on-primary one-shard-only any-shard merge-on-mongos no-blocking-stage two-kinds-of-merging hundred-megabytes tip-index-sort tip-limit tip-sort-late tip-no-group tip-summary-only tip-match-early tip-one-shard tip-mongos decision-tree-exam build-a-cluster two-shard-three-queries fast-path bounds ghost-documents read-the-source second-opinion from-nothing three-refusals wrong-about-s1 no-refusal unjumbo key-duel small-refresh hot-shard-rescue ghost-hunt night-shift same-route field-cases --locale --progress --color --ascii --width -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files yaml
      ;;
    play)
      case $prev in
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --progress) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --width) return ;;
        --record) COMPREPLY=($(compgen -f -- "$cur")); return ;;
      esac
      COMPREPLY=($(compgen -W 'one-collection-many-shards shard-a-collection chunks-and-versions router-cache targeted-query scatter-gather ranges-and-tables insert-past-128 jumbo-chunks balancer-moves-a-chunk six-steps-of-a-move stale-mongos increasing-key hashed-key choose-a-key reshard-a-collection canvas-review no-auto-split balance-by-size routing-is-the-same replica-set-inside-a-box many-routers own-metadata-filter zones config-shard merge-chunks auto-merge balancer-window force-jumbo cross-shard-transactions sharded-lookup change-streams rounded-numbers why-aggregate-on-shards primary-shard three-constraints sixty-seconds where-it-splits sharded-sort sharded-group lost-merge-sort aim-the-shards-part merge-on-primary one-shard-only any-shard merge-on-mongos no-blocking-stage two-kinds-of-merging hundred-megabytes tip-index-sort tip-limit tip-sort-late tip-no-group tip-summary-only tip-match-early tip-one-shard tip-mongos decision-tree-exam build-a-cluster two-shard-three-queries fast-path bounds ghost-documents read-the-source second-opinion from-nothing three-refusals wrong-about-s1 no-refusal unjumbo key-duel small-refresh hot-shard-rescue ghost-hunt night-shift same-route field-cases --locale --progress --color --ascii --width --record -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files yaml
      ;;
    check)
      case $prev in
        --mode) COMPREPLY=($(compgen -W 'play state' -- "$cur")); return ;;
        --step) return ;;
        --report) COMPREPLY=($(compgen -W 'human json junit tap gradescope classroom exercism' -- "$cur")); _shardsh_files yaml; return ;;
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --seed) return ;;
        --timeout) return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
      esac
      COMPREPLY=($(compgen -W 'one-collection-many-shards shard-a-collection chunks-and-versions router-cache targeted-query scatter-gather ranges-and-tables insert-past-128 jumbo-chunks balancer-moves-a-chunk six-steps-of-a-move stale-mongos increasing-key hashed-key choose-a-key reshard-a-collection canvas-review no-auto-split balance-by-size routing-is-the-same replica-set-inside-a-box many-routers own-metadata-filter zones config-shard merge-chunks auto-merge balancer-window force-jumbo cross-shard-transactions sharded-lookup change-streams rounded-numbers why-aggregate-on-shards primary-shard three-constraints sixty-seconds where-it-splits sharded-sort sharded-group lost-merge-sort aim-the-shards-part merge-on-primary one-shard-only any-shard merge-on-mongos no-blocking-stage two-kinds-of-merging hundred-megabytes tip-index-sort tip-limit tip-sort-late tip-no-group tip-summary-only tip-match-early tip-one-shard tip-mongos decision-tree-exam build-a-cluster two-shard-three-queries fast-path bounds ghost-documents read-the-source second-opinion from-nothing three-refusals wrong-about-s1 no-refusal unjumbo key-duel small-refresh hot-shard-rescue ghost-hunt night-shift same-route field-cases --mode --step --report --locale --seed --timeout --strict --timings --exit-zero --color --ascii -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files yaml js
      ;;
    author)
      case $prev in
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --progress) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --width) return ;;
      esac
      COMPREPLY=($(compgen -W 'new lint test i18n stats --locale --progress --color --ascii --width -v --verbose -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files yaml
      ;;
    progress)
      case $prev in
        --locale) COMPREPLY=($(compgen -W 'en zh' -- "$cur")); return ;;
        --progress) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
        --width) return ;;
      esac
      COMPREPLY=($(compgen -W 'export import reset --locale --progress --color --ascii --width -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files json
      ;;
    export)
      case $prev in
        --view) COMPREPLY=($(compgen -W 'cluster chunks versions routing trace pipeline shards load migrations balancer zones orphans diff' -- "$cur")); return ;;
        --html) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --mermaid) COMPREPLY=($(compgen -f -- "$cur")); return ;;
        --cluster) COMPREPLY=($(compgen -W 'canvas canvas-hashed regions lab aggregation empty' -- "$cur")); _shardsh_files yaml; return ;;
        --shards) return ;;
        --routers) return ;;
        --profile) COMPREPLY=($(compgen -W 'classic 4.4 5.0 6.0 7.0 8.0' -- "$cur")); return ;;
        --seed) return ;;
        --width) return ;;
      esac
      COMPREPLY=($(compgen -W '--view --html --mermaid --cluster --shards --routers --profile --seed --width --keep-going -h --help' -- "$cur"))
      [[ $cur == -* ]] || _shardsh_files js
      ;;
    completions)
      case $prev in
      esac
      COMPREPLY=($(compgen -W 'bash zsh fish man -h --help' -- "$cur"))
      ;;
  esac
}
complete -o default -F _shardsh shardsh
