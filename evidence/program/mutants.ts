/** Programs with one fault each, as substitutions in program.sh. Each must be caught. */
import type { Fault } from '../fault';
import type { LayerName } from './layers';

export interface Mutant extends Fault {
  readonly layer: LayerName;
  /** The first seed of the layer that catches it. */
  readonly seed: number;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no guard',
    substitutions: [['flock -w "$guard_wait" 9\n  case', ':\n  case']],
    layer: 'meetings',
    seed: 1,
  },
  {
    name: 'a guard that goes on when it could not be had',
    substitutions: [['1) outcome=busy && return 1 ;;', '1) ;;']],
    layer: 'meetings',
    seed: 1,
  },
  {
    name: 'redo left out: files are changed one by one',
    substitutions: [
      ['  mv -fT .tmp.redo redo || { write_failed .tmp.redo; return 0; }\n', ''],
      ['  done <redo\n', '  done <.tmp.redo\n'],
      ['1<>gen && rm -f -- redo && return 0', '1<>gen && rm -f -- .tmp.redo && return 0'],
    ],
    layer: 'kills',
    seed: 1,
  },
  {
    name: 'redo left as it is: nobody finishes what a killed program began',
    substitutions: [['  [ ! -e redo ] || replay recovering ||', '  :  ||']],
    layer: 'kills',
    seed: 1,
  },
  {
    name: 'redo removed before gen is raised',
    substitutions: [
      [
        `printf '%015d %s\\n' "$redo_n" "$redo_ns" 1<>gen && rm -f -- redo && return 0`,
        `rm -f -- redo && printf '%015d %s\\n' "$redo_n" "$redo_ns" 1<>gen && return 0`,
      ],
    ],
    layer: 'kills',
    seed: 1,
  },
  {
    name: 'the journal written again by whoever recovers',
    substitutions: [['if [ "$1" != recovering ] || ! last_line_has "$redo_n"; then', 'if :; then']],
    layer: 'kills',
    seed: 1,
  },
  {
    name: 'children without the guard',
    substitutions: [
      ['  [ ! -e "$1" ] || mv -fT -- "$1" "$2"\n', '  [ ! -e "$1" ] || mv -fT -- "$1" "$2" 9<&-\n'],
      ['drop-request) rm -f -- "$redo_L/$a" ||', 'drop-request) rm -f -- "$redo_L/$a" 9<&- ||'],
      ['drop) rm -f -- "$a" ||', 'drop) rm -f -- "$a" 9<&- ||'],
      ['|| rm -f -- "$redo_L/$a.lock" ||', '|| rm -f -- "$redo_L/$a.lock" 9<&- ||'],
    ],
    layer: 'kills',
    seed: 1,
  },
  {
    name: 'a lock that is written in place',
    substitutions: [
      [
        '          put_file "$redo_L/$a" "$redo_L/$b.lock" || return_why\n',
        `          [ ! -e "$redo_L/$a" ] || { read -r op <"$redo_L/$a" && printf '%s\\n' "$op" >"$redo_L/$b.lock" && rm -f -- "$redo_L/$a"; } || return_why\n`,
      ],
    ],
    layer: 'kills',
    seed: 2,
  },
  {
    name: 'a heartbeat that empties its file first',
    substitutions: [[`"$beat_arrival" 1<>"$1.hb"; then`, `"$beat_arrival" >"$1.hb"; then`]],
    layer: 'kills',
    seed: 12,
  },
  {
    name: 'rename for link: a lock is put over whatever is there',
    substitutions: [
      ['ln -T -- "$redo_L/$a" "$redo_L/$b.lock" 2>/dev/null', 'mv -fT -- "$redo_L/$a" "$redo_L/$b.lock"'],
    ],
    layer: 'late writes',
    seed: 2,
  },
  {
    name: 'a lock that is removed without another look',
    substitutions: [['[ "$lock_is" != "$b" ] || rm -f -- "$redo_L/$a.lock"', 'rm -f -- "$redo_L/$a.lock"']],
    layer: 'late writes',
    seed: 1,
  },
  {
    name: 'remove on release, whoever owns the lock',
    substitutions: [
      [
        'case $lock_is in none) ;; "$r_stamp" | "$r_prev") step "drop-lock',
        'case $lock_is in none) ;; *) step "drop-lock',
      ],
    ],
    layer: 'lives',
    seed: 17,
  },
  {
    name: 'a take that names no heartbeat',
    substitutions: [
      [
        '        is_over "$delay" || { outcome="stale $1 is held, and its lease has not expired"; return 1; }\n        event "expired',
        '        event "expired',
      ],
    ],
    layer: 'lives',
    seed: 1,
  },
  {
    name: 'no rest after an expiry',
    substitutions: [
      [
        '        is_over "$delay" || { outcome="stale $1 is held, and its lease has not expired"; return 1; }\n        event',
        '        is_over 0 || { outcome="stale"; return 1; }\n        event',
      ],
    ],
    layer: 'lives',
    seed: 4,
  },
  {
    name: 'expiry by wall clock',
    substitutions: [['  uptime=$((${uptime%.*} * 1000 + unpadded * 10))\n', '  uptime=$(date +%s)000\n']],
    layer: 'lives',
    seed: 1,
  },
  {
    name: 'a heartbeat that counts on after a reboot',
    substitutions: [['  [ "$b_boot" = "$boot_id" ] || unpadded=0\n', '']],
    layer: 'lives',
    seed: 8,
  },
  {
    name: 'a heartbeat that brings an expired lease back',
    substitutions: [['    ! is_over 0 || { outcome="expired $h"; return 0; }\n', '']],
    layer: 'lives',
    seed: 3,
  },
  {
    name: 'no comparison with what the decision saw',
    substitutions: [
      [
        '    [ "$r_line" = "$seen_record" ] && [ "$lock_is" = "$seen_lock" ] && [ "${found:--}" = "$seen_names" ] || return 1\n',
        '',
      ],
    ],
    layer: 'lives',
    seed: 6,
  },
  {
    name: 'no comparison of the names of those who wait',
    substitutions: [[' && [ "${found:--}" = "$seen_names" ] || return 1', ' || return 1']],
    layer: 'lives',
    seed: 6,
  },
  {
    name: 'a token by the wall clock alone',
    substitutions: [['    [ "$token" -gt "$r_token" ] || token=$((r_token + 1))\n', '']],
    layer: 'lives',
    seed: 5,
  },
  {
    name: 'a waiter that is cleared while it lives',
    substitutions: [
      [
        '  [ "$beat_age" = none ] || [ "$beat_age" -gt "$r_ttl" ] || { outcome="stale $1 is alive"; return 1; }\n',
        '',
      ],
    ],
    layer: 'lives',
    seed: 1,
  },
  {
    name: 'arithmetic on what was not looked at',
    substitutions: [
      [
        "  case $1 in '' | *[!0-9]* | 0?*) return 1 ;; esac\n  [ ${#1} -lt 19 ] ||",
        "  case $1 in '') return 1 ;; esac\n  [ ${#1} -ne 19 ] ||",
      ],
    ],
    layer: 'hostile',
    seed: 5,
  },
  {
    name: 'a plan carried out up to its first verb that is refused',
    substitutions: [
      [
        '  run_verbs || { sweep_temporaries; return 0; }\n',
        '  run_verbs || [ -n "$plan" ] || { sweep_temporaries; return 0; }\n',
      ],
    ],
    layer: 'hostile',
    seed: 2,
  },
  {
    name: 'a program that runs before it is complete',
    substitutions: [
      ['\n{\nLC_ALL=C\n', '\nLC_ALL=C\n'],
      ['\nmain "$@"\n}', '\nmain "$@"'],
    ],
    layer: 'cuts',
    seed: 14,
  },
];
