#!/usr/bin/env node
/******/ (() => { // webpackBootstrap
/******/ 	var __webpack_modules__ = ({

/***/ 1916:
/***/ ((__unused_webpack_module, exports) => {

"use strict";
var __webpack_unused_export__;

__webpack_unused_export__ = true;
__webpack_unused_export__ = exports.kp = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
    var n = a.length;
    var m = b.length;
    var lst = 1 << (n - 1);
    var pv = -1;
    var mv = 0;
    var sc = n;
    var i = n;
    while (i--) {
        peq[a.charCodeAt(i)] |= 1 << i;
    }
    for (i = 0; i < m; i++) {
        var eq = peq[b.charCodeAt(i)];
        var xv = eq | mv;
        eq |= ((eq & pv) + pv) ^ pv;
        mv |= ~(eq | pv);
        pv &= eq;
        if (mv & lst) {
            sc++;
        }
        if (pv & lst) {
            sc--;
        }
        mv = (mv << 1) | 1;
        pv = (pv << 1) | ~(xv | mv);
        mv &= xv;
    }
    i = n;
    while (i--) {
        peq[a.charCodeAt(i)] = 0;
    }
    return sc;
};
var myers_x = function (b, a) {
    var n = a.length;
    var m = b.length;
    var mhc = [];
    var phc = [];
    var hsize = Math.ceil(n / 32);
    var vsize = Math.ceil(m / 32);
    for (var i = 0; i < hsize; i++) {
        phc[i] = -1;
        mhc[i] = 0;
    }
    var j = 0;
    for (; j < vsize - 1; j++) {
        var mv_1 = 0;
        var pv_1 = -1;
        var start_1 = j * 32;
        var vlen_1 = Math.min(32, m) + start_1;
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] |= 1 << k;
        }
        for (var i = 0; i < n; i++) {
            var eq = peq[a.charCodeAt(i)];
            var pb = (phc[(i / 32) | 0] >>> i) & 1;
            var mb = (mhc[(i / 32) | 0] >>> i) & 1;
            var xv = eq | mv_1;
            var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
            var ph = mv_1 | ~(xh | pv_1);
            var mh = pv_1 & xh;
            if ((ph >>> 31) ^ pb) {
                phc[(i / 32) | 0] ^= 1 << i;
            }
            if ((mh >>> 31) ^ mb) {
                mhc[(i / 32) | 0] ^= 1 << i;
            }
            ph = (ph << 1) | pb;
            mh = (mh << 1) | mb;
            pv_1 = mh | ~(xv | ph);
            mv_1 = ph & xv;
        }
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] = 0;
        }
    }
    var mv = 0;
    var pv = -1;
    var start = j * 32;
    var vlen = Math.min(32, m - start) + start;
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] |= 1 << k;
    }
    var score = m;
    for (var i = 0; i < n; i++) {
        var eq = peq[a.charCodeAt(i)];
        var pb = (phc[(i / 32) | 0] >>> i) & 1;
        var mb = (mhc[(i / 32) | 0] >>> i) & 1;
        var xv = eq | mv;
        var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
        var ph = mv | ~(xh | pv);
        var mh = pv & xh;
        score += (ph >>> (m - 1)) & 1;
        score -= (mh >>> (m - 1)) & 1;
        if ((ph >>> 31) ^ pb) {
            phc[(i / 32) | 0] ^= 1 << i;
        }
        if ((mh >>> 31) ^ mb) {
            mhc[(i / 32) | 0] ^= 1 << i;
        }
        ph = (ph << 1) | pb;
        mh = (mh << 1) | mb;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] = 0;
    }
    return score;
};
var distance = function (a, b) {
    if (a.length < b.length) {
        var tmp = b;
        b = a;
        a = tmp;
    }
    if (b.length === 0) {
        return a.length;
    }
    if (a.length <= 32) {
        return myers_32(a, b);
    }
    return myers_x(a, b);
};
__webpack_unused_export__ = distance;
var closest = function (str, arr) {
    var min_distance = Infinity;
    var min_index = 0;
    for (var i = 0; i < arr.length; i++) {
        var dist = distance(str, arr[i]);
        if (dist < min_distance) {
            min_distance = dist;
            min_index = i;
        }
    }
    return arr[min_index];
};
exports.kp = closest;


/***/ }),

/***/ 9379:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const ANY = Symbol('SemVer ANY')
// hoisted class for cyclic dependency
class Comparator {
  static get ANY () {
    return ANY
  }

  constructor (comp, options) {
    options = parseOptions(options)

    if (comp instanceof Comparator) {
      if (comp.loose === !!options.loose) {
        return comp
      } else {
        comp = comp.value
      }
    }

    comp = comp.trim().split(/\s+/).join(' ')
    debug('comparator', comp, options)
    this.options = options
    this.loose = !!options.loose
    this.parse(comp)

    if (this.semver === ANY) {
      this.value = ''
    } else {
      this.value = this.operator + this.semver.version
    }

    debug('comp', this)
  }

  parse (comp) {
    const r = this.options.loose ? re[t.COMPARATORLOOSE] : re[t.COMPARATOR]
    const m = comp.match(r)

    if (!m) {
      throw new TypeError(`Invalid comparator: ${comp}`)
    }

    this.operator = m[1] !== undefined ? m[1] : ''
    if (this.operator === '=') {
      this.operator = ''
    }

    // if it literally is just '>' or '' then allow anything.
    if (!m[2]) {
      this.semver = ANY
    } else {
      this.semver = new SemVer(m[2], this.options.loose)
    }
  }

  toString () {
    return this.value
  }

  test (version) {
    debug('Comparator.test', version, this.options.loose)

    if (this.semver === ANY || version === ANY) {
      return true
    }

    if (typeof version === 'string') {
      try {
        version = new SemVer(version, this.options)
      } catch (er) {
        return false
      }
    }

    return cmp(version, this.operator, this.semver, this.options)
  }

  intersects (comp, options) {
    if (!(comp instanceof Comparator)) {
      throw new TypeError('a Comparator is required')
    }

    if (this.operator === '') {
      if (this.value === '') {
        return true
      }
      return new Range(comp.value, options).test(this.value)
    } else if (comp.operator === '') {
      if (comp.value === '') {
        return true
      }
      return new Range(this.value, options).test(comp.semver)
    }

    options = parseOptions(options)

    // Special cases where nothing can possibly be lower
    if (options.includePrerelease &&
      (this.value === '<0.0.0-0' || comp.value === '<0.0.0-0')) {
      return false
    }
    if (!options.includePrerelease &&
      (this.value.startsWith('<0.0.0') || comp.value.startsWith('<0.0.0'))) {
      return false
    }

    // Same direction increasing (> or >=)
    if (this.operator.startsWith('>') && comp.operator.startsWith('>')) {
      return true
    }
    // Same direction decreasing (< or <=)
    if (this.operator.startsWith('<') && comp.operator.startsWith('<')) {
      return true
    }
    // same SemVer and both sides are inclusive (<= or >=)
    if (
      (this.semver.version === comp.semver.version) &&
      this.operator.includes('=') && comp.operator.includes('=')) {
      return true
    }
    // opposite directions less than
    if (cmp(this.semver, '<', comp.semver, options) &&
      this.operator.startsWith('>') && comp.operator.startsWith('<')) {
      return true
    }
    // opposite directions greater than
    if (cmp(this.semver, '>', comp.semver, options) &&
      this.operator.startsWith('<') && comp.operator.startsWith('>')) {
      return true
    }
    return false
  }
}

module.exports = Comparator

const parseOptions = __nccwpck_require__(356)
const { safeRe: re, t } = __nccwpck_require__(5471)
const cmp = __nccwpck_require__(8646)
const debug = __nccwpck_require__(1159)
const SemVer = __nccwpck_require__(7163)
const Range = __nccwpck_require__(6782)


/***/ }),

/***/ 6782:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SPACE_CHARACTERS = /\s+/g

// hoisted class for cyclic dependency
class Range {
  constructor (range, options) {
    options = parseOptions(options)

    if (range instanceof Range) {
      if (
        range.loose === !!options.loose &&
        range.includePrerelease === !!options.includePrerelease
      ) {
        return range
      } else {
        return new Range(range.raw, options)
      }
    }

    if (range instanceof Comparator) {
      // just put it in the set and return
      this.raw = range.value
      this.set = [[range]]
      this.formatted = undefined
      return this
    }

    this.options = options
    this.loose = !!options.loose
    this.includePrerelease = !!options.includePrerelease

    // First reduce all whitespace as much as possible so we do not have to rely
    // on potentially slow regexes like \s*. This is then stored and used for
    // future error messages as well.
    this.raw = range.trim().replace(SPACE_CHARACTERS, ' ')

    // First, split on ||
    this.set = this.raw
      .split('||')
      // map the range to a 2d array of comparators
      .map(r => this.parseRange(r.trim()))
      // throw out any comparator lists that are empty
      // this generally means that it was not a valid range, which is allowed
      // in loose mode, but will still throw if the WHOLE range is invalid.
      .filter(c => c.length)

    if (!this.set.length) {
      throw new TypeError(`Invalid SemVer Range: ${this.raw}`)
    }

    // if we have any that are not the null set, throw out null sets.
    if (this.set.length > 1) {
      // keep the first one, in case they're all null sets
      const first = this.set[0]
      this.set = this.set.filter(c => !isNullSet(c[0]))
      if (this.set.length === 0) {
        this.set = [first]
      } else if (this.set.length > 1) {
        // if we have any that are *, then the range is just *
        for (const c of this.set) {
          if (c.length === 1 && isAny(c[0])) {
            this.set = [c]
            break
          }
        }
      }
    }

    this.formatted = undefined
  }

  get range () {
    if (this.formatted === undefined) {
      this.formatted = ''
      for (let i = 0; i < this.set.length; i++) {
        if (i > 0) {
          this.formatted += '||'
        }
        const comps = this.set[i]
        for (let k = 0; k < comps.length; k++) {
          if (k > 0) {
            this.formatted += ' '
          }
          this.formatted += comps[k].toString().trim()
        }
      }
    }
    return this.formatted
  }

  format () {
    return this.range
  }

  toString () {
    return this.range
  }

  parseRange (range) {
    // strip build metadata so it can't bleed into the version
    range = range.replace(BUILDSTRIPRE, '')

    // memoize range parsing for performance.
    // this is a very hot path, and fully deterministic.
    const memoOpts =
      (this.options.includePrerelease && FLAG_INCLUDE_PRERELEASE) |
      (this.options.loose && FLAG_LOOSE)
    const memoKey = memoOpts + ':' + range
    const cached = cache.get(memoKey)
    if (cached) {
      return cached
    }

    const loose = this.options.loose
    // `1.2.3 - 1.2.4` => `>=1.2.3 <=1.2.4`
    const hr = loose ? re[t.HYPHENRANGELOOSE] : re[t.HYPHENRANGE]
    range = range.replace(hr, hyphenReplace(this.options.includePrerelease))
    debug('hyphen replace', range)

    // `> 1.2.3 < 1.2.5` => `>1.2.3 <1.2.5`
    range = trimComparatorWhitespace(range)
    debug('comparator trim', range)

    // `~ 1.2.3` => `~1.2.3`
    range = range.replace(re[t.TILDETRIM], tildeTrimReplace)
    debug('tilde trim', range)

    // `^ 1.2.3` => `^1.2.3`
    range = range.replace(re[t.CARETTRIM], caretTrimReplace)
    debug('caret trim', range)

    // At this point, the range is completely trimmed and
    // ready to be split into comparators.

    let rangeList = range
      .split(' ')
      .map(comp => parseComparator(comp, this.options))
      .join(' ')
      .split(/\s+/)
      // >=0.0.0 is equivalent to *
      .map(comp => replaceGTE0(comp, this.options))

    if (loose) {
      // in loose mode, throw out any that are not valid comparators
      rangeList = rangeList.filter(comp => {
        debug('loose invalid filter', comp, this.options)
        return !!comp.match(re[t.COMPARATORLOOSE])
      })
    }
    debug('range list', rangeList)

    // if any comparators are the null set, then replace with JUST null set
    // if more than one comparator, remove any * comparators
    // also, don't include the same comparator more than once
    const rangeMap = new Map()
    const comparators = rangeList.map(comp => new Comparator(comp, this.options))
    for (const comp of comparators) {
      if (isNullSet(comp)) {
        return [comp]
      }
      rangeMap.set(comp.value, comp)
    }
    if (rangeMap.size > 1 && rangeMap.has('')) {
      rangeMap.delete('')
    }

    const result = [...rangeMap.values()]
    cache.set(memoKey, result)
    return result
  }

  intersects (range, options) {
    if (!(range instanceof Range)) {
      throw new TypeError('a Range is required')
    }

    return this.set.some((thisComparators) => {
      return (
        isSatisfiable(thisComparators, options) &&
        range.set.some((rangeComparators) => {
          return (
            isSatisfiable(rangeComparators, options) &&
            thisComparators.every((thisComparator) => {
              return rangeComparators.every((rangeComparator) => {
                return thisComparator.intersects(rangeComparator, options)
              })
            })
          )
        })
      )
    })
  }

  // if ANY of the sets match ALL of its comparators, then pass
  test (version) {
    if (!version) {
      return false
    }

    if (typeof version === 'string') {
      try {
        version = new SemVer(version, this.options)
      } catch (er) {
        return false
      }
    }

    for (let i = 0; i < this.set.length; i++) {
      if (testSet(this.set[i], version, this.options)) {
        return true
      }
    }
    return false
  }
}

module.exports = Range

const LRU = __nccwpck_require__(1383)
const cache = new LRU()

const parseOptions = __nccwpck_require__(356)
const Comparator = __nccwpck_require__(9379)
const debug = __nccwpck_require__(1159)
const SemVer = __nccwpck_require__(7163)
const trimComparatorWhitespace = __nccwpck_require__(9737)
const {
  safeRe: re,
  src,
  t,
  tildeTrimReplace,
  caretTrimReplace,
} = __nccwpck_require__(5471)
const { FLAG_INCLUDE_PRERELEASE, FLAG_LOOSE } = __nccwpck_require__(5101)

// unbounded global build-metadata stripper used by parseRange
const BUILDSTRIPRE = new RegExp(src[t.BUILD], 'g')

const isNullSet = c => c.value === '<0.0.0-0'
const isAny = c => c.value === ''

// take a set of comparators and determine whether there
// exists a version which can satisfy it
const isSatisfiable = (comparators, options) => {
  let result = true
  const remainingComparators = comparators.slice()
  let testComparator = remainingComparators.pop()

  while (result && remainingComparators.length) {
    result = remainingComparators.every((otherComparator) => {
      return testComparator.intersects(otherComparator, options)
    })

    testComparator = remainingComparators.pop()
  }

  return result
}

// comprised of xranges, tildes, stars, and gtlt's at this point.
// already replaced the hyphen ranges
// turn into a set of JUST comparators.
const parseComparator = (comp, options) => {
  comp = comp.replace(re[t.BUILD], '')
  debug('comp', comp, options)
  comp = replaceCarets(comp, options)
  debug('caret', comp)
  comp = replaceTildes(comp, options)
  debug('tildes', comp)
  comp = replaceXRanges(comp, options)
  debug('xrange', comp)
  comp = replaceStars(comp, options)
  debug('stars', comp)
  return comp
}

const isX = id => !id || id.toLowerCase() === 'x' || id === '*'

const invalidXRangeOrder = (M, m, p) => (
  (isX(M) && !isX(m)) ||
  (isX(m) && p && !isX(p))
)

// ~, ~> --> * (any, kinda silly)
// ~2, ~2.x, ~2.x.x, ~>2, ~>2.x ~>2.x.x --> >=2.0.0 <3.0.0-0
// ~2.0, ~2.0.x, ~>2.0, ~>2.0.x --> >=2.0.0 <2.1.0-0
// ~1.2, ~1.2.x, ~>1.2, ~>1.2.x --> >=1.2.0 <1.3.0-0
// ~1.2.3, ~>1.2.3 --> >=1.2.3 <1.3.0-0
// ~1.2.0, ~>1.2.0 --> >=1.2.0 <1.3.0-0
// ~0.0.1 --> >=0.0.1 <0.1.0-0
const replaceTildes = (comp, options) => {
  return comp
    .trim()
    .split(/\s+/)
    .map((c) => replaceTilde(c, options))
    .join(' ')
}

const replaceTilde = (comp, options) => {
  const r = options.loose ? re[t.TILDELOOSE] : re[t.TILDE]
  // if we're including prereleases in the match, then the lower bound is
  // -0, the lowest possible prerelease value, just like x-ranges and carets.
  // this keeps `~1.2` equivalent to the `1.2.x` x-range it's documented as.
  const z = options.includePrerelease ? '-0' : ''
  return comp.replace(r, (_, M, m, p, pr) => {
    debug('tilde', comp, _, M, m, p, pr)
    let ret

    if (isX(M)) {
      ret = ''
    } else if (isX(m)) {
      ret = `>=${M}.0.0${z} <${+M + 1}.0.0-0`
    } else if (isX(p)) {
      // ~1.2 == >=1.2.0 <1.3.0-0
      ret = `>=${M}.${m}.0${z} <${M}.${+m + 1}.0-0`
    } else if (pr) {
      debug('replaceTilde pr', pr)
      ret = `>=${M}.${m}.${p}-${pr
      } <${M}.${+m + 1}.0-0`
    } else {
      // ~1.2.3 == >=1.2.3 <1.3.0-0
      ret = `>=${M}.${m}.${p
      } <${M}.${+m + 1}.0-0`
    }

    debug('tilde return', ret)
    return ret
  })
}

// ^ --> * (any, kinda silly)
// ^2, ^2.x, ^2.x.x --> >=2.0.0 <3.0.0-0
// ^2.0, ^2.0.x --> >=2.0.0 <3.0.0-0
// ^1.2, ^1.2.x --> >=1.2.0 <2.0.0-0
// ^1.2.3 --> >=1.2.3 <2.0.0-0
// ^1.2.0 --> >=1.2.0 <2.0.0-0
// ^0.0.1 --> >=0.0.1 <0.0.2-0
// ^0.1.0 --> >=0.1.0 <0.2.0-0
const replaceCarets = (comp, options) => {
  return comp
    .trim()
    .split(/\s+/)
    .map((c) => replaceCaret(c, options))
    .join(' ')
}

const replaceCaret = (comp, options) => {
  debug('caret', comp, options)
  const r = options.loose ? re[t.CARETLOOSE] : re[t.CARET]
  const z = options.includePrerelease ? '-0' : ''
  return comp.replace(r, (_, M, m, p, pr) => {
    debug('caret', comp, _, M, m, p, pr)
    let ret

    if (isX(M)) {
      ret = ''
    } else if (isX(m)) {
      ret = `>=${M}.0.0${z} <${+M + 1}.0.0-0`
    } else if (isX(p)) {
      if (M === '0') {
        ret = `>=${M}.${m}.0${z} <${M}.${+m + 1}.0-0`
      } else {
        ret = `>=${M}.${m}.0${z} <${+M + 1}.0.0-0`
      }
    } else if (pr) {
      debug('replaceCaret pr', pr)
      if (M === '0') {
        if (m === '0') {
          ret = `>=${M}.${m}.${p}-${pr
          } <${M}.${m}.${+p + 1}-0`
        } else {
          ret = `>=${M}.${m}.${p}-${pr
          } <${M}.${+m + 1}.0-0`
        }
      } else {
        ret = `>=${M}.${m}.${p}-${pr
        } <${+M + 1}.0.0-0`
      }
    } else {
      debug('no pr')
      if (M === '0') {
        if (m === '0') {
          ret = `>=${M}.${m}.${p
          } <${M}.${m}.${+p + 1}-0`
        } else {
          ret = `>=${M}.${m}.${p
          } <${M}.${+m + 1}.0-0`
        }
      } else {
        ret = `>=${M}.${m}.${p
        } <${+M + 1}.0.0-0`
      }
    }

    debug('caret return', ret)
    return ret
  })
}

const replaceXRanges = (comp, options) => {
  debug('replaceXRanges', comp, options)
  return comp
    .split(/\s+/)
    .map((c) => replaceXRange(c, options))
    .join(' ')
}

const replaceXRange = (comp, options) => {
  comp = comp.trim()
  const r = options.loose ? re[t.XRANGELOOSE] : re[t.XRANGE]
  return comp.replace(r, (ret, gtlt, M, m, p, pr) => {
    debug('xRange', comp, ret, gtlt, M, m, p, pr)
    if (invalidXRangeOrder(M, m, p)) {
      return comp
    }

    const xM = isX(M)
    const xm = xM || isX(m)
    const xp = xm || isX(p)
    const anyX = xp

    if (gtlt === '=' && anyX) {
      gtlt = ''
    }

    // if we're including prereleases in the match, then we need
    // to fix this to -0, the lowest possible prerelease value
    pr = options.includePrerelease ? '-0' : ''

    if (xM) {
      if (gtlt === '>' || gtlt === '<') {
        // nothing is allowed
        ret = '<0.0.0-0'
      } else {
        // nothing is forbidden
        ret = '*'
      }
    } else if (gtlt && anyX) {
      // we know patch is an x, because we have any x at all.
      // replace X with 0
      if (xm) {
        m = 0
      }
      p = 0

      if (gtlt === '>') {
        // >1 => >=2.0.0
        // >1.2 => >=1.3.0
        gtlt = '>='
        if (xm) {
          M = +M + 1
          m = 0
          p = 0
        } else {
          m = +m + 1
          p = 0
        }
      } else if (gtlt === '<=') {
        // <=0.7.x is actually <0.8.0, since any 0.7.x should
        // pass.  Similarly, <=7.x is actually <8.0.0, etc.
        gtlt = '<'
        if (xm) {
          M = +M + 1
        } else {
          m = +m + 1
        }
      }

      if (gtlt === '<') {
        pr = '-0'
      }

      ret = `${gtlt + M}.${m}.${p}${pr}`
    } else if (xm) {
      ret = `>=${M}.0.0${pr} <${+M + 1}.0.0-0`
    } else if (xp) {
      ret = `>=${M}.${m}.0${pr
      } <${M}.${+m + 1}.0-0`
    }

    debug('xRange return', ret)

    return ret
  })
}

// Because * is AND-ed with everything else in the comparator,
// and '' means "any version", just remove the *s entirely.
const replaceStars = (comp, options) => {
  debug('replaceStars', comp, options)
  // Looseness is ignored here.  star is always as loose as it gets!
  return comp
    .trim()
    .replace(re[t.STAR], '')
}

const replaceGTE0 = (comp, options) => {
  debug('replaceGTE0', comp, options)
  return comp
    .trim()
    .replace(re[options.includePrerelease ? t.GTE0PRE : t.GTE0], '')
}

// This function is passed to string.replace(re[t.HYPHENRANGE])
// M, m, patch, prerelease, build
// 1.2 - 3.4.5 => >=1.2.0 <=3.4.5
// 1.2.3 - 3.4 => >=1.2.0 <3.5.0-0 Any 3.4.x will do
// 1.2 - 3.4 => >=1.2.0 <3.5.0-0
// TODO build?
const hyphenReplace = incPr => ($0,
  from, fM, fm, fp, fpr, fb,
  to, tM, tm, tp, tpr) => {
  if (isX(fM)) {
    from = ''
  } else if (isX(fm)) {
    from = `>=${fM}.0.0${incPr ? '-0' : ''}`
  } else if (isX(fp)) {
    from = `>=${fM}.${fm}.0${incPr ? '-0' : ''}`
  } else if (fpr) {
    from = `>=${from}`
  } else {
    from = `>=${from}${incPr ? '-0' : ''}`
  }

  if (isX(tM)) {
    to = ''
  } else if (isX(tm)) {
    to = `<${+tM + 1}.0.0-0`
  } else if (isX(tp)) {
    to = `<${tM}.${+tm + 1}.0-0`
  } else if (tpr) {
    to = `<=${tM}.${tm}.${tp}-${tpr}`
  } else if (incPr) {
    to = `<${tM}.${tm}.${+tp + 1}-0`
  } else {
    to = `<=${to}`
  }

  return `${from} ${to}`.trim()
}

const testSet = (set, version, options) => {
  for (let i = 0; i < set.length; i++) {
    if (!set[i].test(version)) {
      return false
    }
  }

  if (version.prerelease.length && !options.includePrerelease) {
    // Find the set of versions that are allowed to have prereleases
    // For example, ^1.2.3-pr.1 desugars to >=1.2.3-pr.1 <2.0.0
    // That should allow `1.2.3-pr.2` to pass.
    // However, `1.2.4-alpha.notready` should NOT be allowed,
    // even though it's within the range set by the comparators.
    for (let i = 0; i < set.length; i++) {
      debug(set[i].semver)
      if (set[i].semver === Comparator.ANY) {
        continue
      }

      if (set[i].semver.prerelease.length > 0) {
        const allowed = set[i].semver
        if (allowed.major === version.major &&
            allowed.minor === version.minor &&
            allowed.patch === version.patch) {
          return true
        }
      }
    }

    // Version has a -pre, but it's not one of the ones we like.
    return false
  }

  return true
}


/***/ }),

/***/ 7163:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const debug = __nccwpck_require__(1159)
const { MAX_LENGTH, MAX_SAFE_INTEGER } = __nccwpck_require__(5101)
const { safeRe: re, t } = __nccwpck_require__(5471)

const parseOptions = __nccwpck_require__(356)
const { compareIdentifiers } = __nccwpck_require__(3348)

const isPrereleaseIdentifier = (prerelease, identifier) => {
  const identifiers = identifier.split('.')
  if (identifiers.length > prerelease.length) {
    return false
  }

  for (let i = 0; i < identifiers.length; i++) {
    if (compareIdentifiers(prerelease[i], identifiers[i]) !== 0) {
      return false
    }
  }

  return true
}

class SemVer {
  constructor (version, options) {
    options = parseOptions(options)

    if (version instanceof SemVer) {
      if (version.loose === !!options.loose &&
        version.includePrerelease === !!options.includePrerelease) {
        return version
      } else {
        version = version.version
      }
    } else if (typeof version !== 'string') {
      throw new TypeError(`Invalid version. Must be a string. Got type "${typeof version}".`)
    }

    if (version.length > MAX_LENGTH) {
      throw new TypeError(
        `version is longer than ${MAX_LENGTH} characters`
      )
    }

    debug('SemVer', version, options)
    this.options = options
    this.loose = !!options.loose
    // this isn't actually relevant for versions, but keep it so that we
    // don't run into trouble passing this.options around.
    this.includePrerelease = !!options.includePrerelease

    const m = version.trim().match(options.loose ? re[t.LOOSE] : re[t.FULL])

    if (!m) {
      throw new TypeError(`Invalid Version: ${version}`)
    }

    this.raw = version

    // these are actually numbers
    this.major = +m[1]
    this.minor = +m[2]
    this.patch = +m[3]

    if (this.major > MAX_SAFE_INTEGER || this.major < 0) {
      throw new TypeError('Invalid major version')
    }

    if (this.minor > MAX_SAFE_INTEGER || this.minor < 0) {
      throw new TypeError('Invalid minor version')
    }

    if (this.patch > MAX_SAFE_INTEGER || this.patch < 0) {
      throw new TypeError('Invalid patch version')
    }

    // numberify any prerelease numeric ids
    if (!m[4]) {
      this.prerelease = []
    } else {
      this.prerelease = m[4].split('.').map((id) => {
        if (/^[0-9]+$/.test(id)) {
          const num = +id
          if (num >= 0 && num < MAX_SAFE_INTEGER) {
            return num
          }
        }
        return id
      })
    }

    this.build = m[5] ? m[5].split('.') : []
    this.format()
  }

  format () {
    this.version = `${this.major}.${this.minor}.${this.patch}`
    if (this.prerelease.length) {
      this.version += `-${this.prerelease.join('.')}`
    }
    return this.version
  }

  toString () {
    return this.version
  }

  compare (other) {
    debug('SemVer.compare', this.version, this.options, other)
    if (!(other instanceof SemVer)) {
      if (typeof other === 'string' && other === this.version) {
        return 0
      }
      other = new SemVer(other, this.options)
    }

    if (other.version === this.version) {
      return 0
    }

    return this.compareMain(other) || this.comparePre(other)
  }

  compareMain (other) {
    if (!(other instanceof SemVer)) {
      other = new SemVer(other, this.options)
    }

    if (this.major < other.major) {
      return -1
    }
    if (this.major > other.major) {
      return 1
    }
    if (this.minor < other.minor) {
      return -1
    }
    if (this.minor > other.minor) {
      return 1
    }
    if (this.patch < other.patch) {
      return -1
    }
    if (this.patch > other.patch) {
      return 1
    }
    return 0
  }

  comparePre (other) {
    if (!(other instanceof SemVer)) {
      other = new SemVer(other, this.options)
    }

    // NOT having a prerelease is > having one
    if (this.prerelease.length && !other.prerelease.length) {
      return -1
    } else if (!this.prerelease.length && other.prerelease.length) {
      return 1
    } else if (!this.prerelease.length && !other.prerelease.length) {
      return 0
    }

    let i = 0
    do {
      const a = this.prerelease[i]
      const b = other.prerelease[i]
      debug('prerelease compare', i, a, b)
      if (a === undefined && b === undefined) {
        return 0
      } else if (b === undefined) {
        return 1
      } else if (a === undefined) {
        return -1
      } else if (a === b) {
        continue
      } else {
        return compareIdentifiers(a, b)
      }
    } while (++i)
  }

  compareBuild (other) {
    if (!(other instanceof SemVer)) {
      other = new SemVer(other, this.options)
    }

    let i = 0
    do {
      const a = this.build[i]
      const b = other.build[i]
      debug('build compare', i, a, b)
      if (a === undefined && b === undefined) {
        return 0
      } else if (b === undefined) {
        return 1
      } else if (a === undefined) {
        return -1
      } else if (a === b) {
        continue
      } else {
        return compareIdentifiers(a, b)
      }
    } while (++i)
  }

  // preminor will bump the version up to the next minor release, and immediately
  // down to pre-release. premajor and prepatch work the same way.
  inc (release, identifier, identifierBase) {
    if (release.startsWith('pre')) {
      if (!identifier && identifierBase === false) {
        throw new Error('invalid increment argument: identifier is empty')
      }
      // Avoid an invalid semver results
      if (identifier) {
        const match = `-${identifier}`.match(this.options.loose ? re[t.PRERELEASELOOSE] : re[t.PRERELEASE])
        if (!match || match[1] !== identifier) {
          throw new Error(`invalid identifier: ${identifier}`)
        }
      }
    }

    switch (release) {
      case 'premajor':
        this.prerelease.length = 0
        this.patch = 0
        this.minor = 0
        this.major++
        this.inc('pre', identifier, identifierBase)
        break
      case 'preminor':
        this.prerelease.length = 0
        this.patch = 0
        this.minor++
        this.inc('pre', identifier, identifierBase)
        break
      case 'prepatch':
        // If this is already a prerelease, it will bump to the next version
        // drop any prereleases that might already exist, since they are not
        // relevant at this point.
        this.prerelease.length = 0
        this.inc('patch', identifier, identifierBase)
        this.inc('pre', identifier, identifierBase)
        break
      // If the input is a non-prerelease version, this acts the same as
      // prepatch.
      case 'prerelease':
        if (this.prerelease.length === 0) {
          this.inc('patch', identifier, identifierBase)
        }
        this.inc('pre', identifier, identifierBase)
        break
      case 'release':
        if (this.prerelease.length === 0) {
          throw new Error(`version ${this.raw} is not a prerelease`)
        }
        this.prerelease.length = 0
        break

      case 'major':
        // If this is a pre-major version, bump up to the same major version.
        // Otherwise increment major.
        // 1.0.0-5 bumps to 1.0.0
        // 1.1.0 bumps to 2.0.0
        if (
          this.minor !== 0 ||
          this.patch !== 0 ||
          this.prerelease.length === 0
        ) {
          this.major++
        }
        this.minor = 0
        this.patch = 0
        this.prerelease = []
        break
      case 'minor':
        // If this is a pre-minor version, bump up to the same minor version.
        // Otherwise increment minor.
        // 1.2.0-5 bumps to 1.2.0
        // 1.2.1 bumps to 1.3.0
        if (this.patch !== 0 || this.prerelease.length === 0) {
          this.minor++
        }
        this.patch = 0
        this.prerelease = []
        break
      case 'patch':
        // If this is not a pre-release version, it will increment the patch.
        // If it is a pre-release it will bump up to the same patch version.
        // 1.2.0-5 patches to 1.2.0
        // 1.2.0 patches to 1.2.1
        if (this.prerelease.length === 0) {
          this.patch++
        }
        this.prerelease = []
        break
      // This probably shouldn't be used publicly.
      // 1.0.0 'pre' would become 1.0.0-0 which is the wrong direction.
      case 'pre': {
        const base = Number(identifierBase) ? 1 : 0

        if (this.prerelease.length === 0) {
          this.prerelease = [base]
        } else {
          let i = this.prerelease.length
          while (--i >= 0) {
            if (typeof this.prerelease[i] === 'number') {
              this.prerelease[i]++
              i = -2
            }
          }
          if (i === -1) {
            // didn't increment anything
            if (identifier === this.prerelease.join('.') && identifierBase === false) {
              throw new Error('invalid increment argument: identifier already exists')
            }
            this.prerelease.push(base)
          }
        }
        if (identifier) {
          // 1.2.0-beta.1 bumps to 1.2.0-beta.2,
          // 1.2.0-beta.fooblz or 1.2.0-beta bumps to 1.2.0-beta.0
          let prerelease = [identifier, base]
          if (identifierBase === false) {
            prerelease = [identifier]
          }
          if (isPrereleaseIdentifier(this.prerelease, identifier)) {
            const prereleaseBase = this.prerelease[identifier.split('.').length]
            if (isNaN(prereleaseBase)) {
              this.prerelease = prerelease
            }
          } else {
            this.prerelease = prerelease
          }
        }
        break
      }
      default:
        throw new Error(`invalid increment argument: ${release}`)
    }
    this.raw = this.format()
    if (this.build.length) {
      this.raw += `+${this.build.join('.')}`
    }
    return this
  }
}

module.exports = SemVer


/***/ }),

/***/ 1799:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const parse = __nccwpck_require__(6353)
const clean = (version, options) => {
  const s = parse(version.trim().replace(/^[=v]+/, ''), options)
  return s ? s.version : null
}
module.exports = clean


/***/ }),

/***/ 8646:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const eq = __nccwpck_require__(5082)
const neq = __nccwpck_require__(4974)
const gt = __nccwpck_require__(6599)
const gte = __nccwpck_require__(1236)
const lt = __nccwpck_require__(3872)
const lte = __nccwpck_require__(6717)

const cmp = (a, op, b, loose) => {
  switch (op) {
    case '===':
      if (typeof a === 'object') {
        a = a.version
      }
      if (typeof b === 'object') {
        b = b.version
      }
      return a === b

    case '!==':
      if (typeof a === 'object') {
        a = a.version
      }
      if (typeof b === 'object') {
        b = b.version
      }
      return a !== b

    case '':
    case '=':
    case '==':
      return eq(a, b, loose)

    case '!=':
      return neq(a, b, loose)

    case '>':
      return gt(a, b, loose)

    case '>=':
      return gte(a, b, loose)

    case '<':
      return lt(a, b, loose)

    case '<=':
      return lte(a, b, loose)

    default:
      throw new TypeError(`Invalid operator: ${op}`)
  }
}
module.exports = cmp


/***/ }),

/***/ 5385:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const parse = __nccwpck_require__(6353)
const { safeRe: re, t } = __nccwpck_require__(5471)

const coerce = (version, options) => {
  if (version instanceof SemVer) {
    return version
  }

  if (typeof version === 'number') {
    version = String(version)
  }

  if (typeof version !== 'string') {
    return null
  }

  options = options || {}

  let match = null
  if (!options.rtl) {
    match = version.match(options.includePrerelease ? re[t.COERCEFULL] : re[t.COERCE])
  } else {
    // Find the right-most coercible string that does not share
    // a terminus with a more left-ward coercible string.
    // Eg, '1.2.3.4' wants to coerce '2.3.4', not '3.4' or '4'
    // With includePrerelease option set, '1.2.3.4-rc' wants to coerce '2.3.4-rc', not '2.3.4'
    //
    // Walk through the string checking with a /g regexp
    // Manually set the index so as to pick up overlapping matches.
    // Stop when we get a match that ends at the string end, since no
    // coercible string can be more right-ward without the same terminus.
    const coerceRtlRegex = options.includePrerelease ? re[t.COERCERTLFULL] : re[t.COERCERTL]
    let next
    while ((next = coerceRtlRegex.exec(version)) &&
        (!match || match.index + match[0].length !== version.length)
    ) {
      if (!match ||
            next.index + next[0].length !== match.index + match[0].length) {
        match = next
      }
      coerceRtlRegex.lastIndex = next.index + next[1].length + next[2].length
    }
    // leave it in a clean state
    coerceRtlRegex.lastIndex = -1
  }

  if (match === null) {
    return null
  }

  const major = match[2]
  const minor = match[3] || '0'
  const patch = match[4] || '0'
  const prerelease = options.includePrerelease && match[5] ? `-${match[5]}` : ''
  const build = options.includePrerelease && match[6] ? `+${match[6]}` : ''

  return parse(`${major}.${minor}.${patch}${prerelease}${build}`, options)
}
module.exports = coerce


/***/ }),

/***/ 7648:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const compareBuild = (a, b, loose) => {
  const versionA = new SemVer(a, loose)
  const versionB = new SemVer(b, loose)
  return versionA.compare(versionB) || versionA.compareBuild(versionB)
}
module.exports = compareBuild


/***/ }),

/***/ 6874:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const compareLoose = (a, b) => compare(a, b, true)
module.exports = compareLoose


/***/ }),

/***/ 8469:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const compare = (a, b, loose) =>
  new SemVer(a, loose).compare(new SemVer(b, loose))

module.exports = compare


/***/ }),

/***/ 711:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const parse = __nccwpck_require__(6353)

const diff = (version1, version2) => {
  const v1 = parse(version1, null, true)
  const v2 = parse(version2, null, true)
  const comparison = v1.compare(v2)

  if (comparison === 0) {
    return null
  }

  const v1Higher = comparison > 0
  const highVersion = v1Higher ? v1 : v2
  const lowVersion = v1Higher ? v2 : v1
  const highHasPre = !!highVersion.prerelease.length
  const lowHasPre = !!lowVersion.prerelease.length

  if (lowHasPre && !highHasPre) {
    // Going from prerelease -> no prerelease requires some special casing

    // If the low version has only a major, then it will always be a major
    // Some examples:
    // 1.0.0-1 -> 1.0.0
    // 1.0.0-1 -> 1.1.1
    // 1.0.0-1 -> 2.0.0
    if (!lowVersion.patch && !lowVersion.minor) {
      return 'major'
    }

    // If the main part has no difference
    if (lowVersion.compareMain(highVersion) === 0) {
      if (lowVersion.minor && !lowVersion.patch) {
        return 'minor'
      }
      return 'patch'
    }
  }

  // add the `pre` prefix if we are going to a prerelease version
  const prefix = highHasPre ? 'pre' : ''

  if (v1.major !== v2.major) {
    return prefix + 'major'
  }

  if (v1.minor !== v2.minor) {
    return prefix + 'minor'
  }

  if (v1.patch !== v2.patch) {
    return prefix + 'patch'
  }

  // high and low are prereleases
  return 'prerelease'
}

module.exports = diff


/***/ }),

/***/ 5082:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const eq = (a, b, loose) => compare(a, b, loose) === 0
module.exports = eq


/***/ }),

/***/ 6599:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const gt = (a, b, loose) => compare(a, b, loose) > 0
module.exports = gt


/***/ }),

/***/ 1236:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const gte = (a, b, loose) => compare(a, b, loose) >= 0
module.exports = gte


/***/ }),

/***/ 2338:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)

const inc = (version, release, options, identifier, identifierBase) => {
  if (typeof (options) === 'string') {
    identifierBase = identifier
    identifier = options
    options = undefined
  }

  try {
    return new SemVer(
      version instanceof SemVer ? version.version : version,
      options
    ).inc(release, identifier, identifierBase).version
  } catch (er) {
    return null
  }
}
module.exports = inc


/***/ }),

/***/ 3872:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const lt = (a, b, loose) => compare(a, b, loose) < 0
module.exports = lt


/***/ }),

/***/ 6717:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const lte = (a, b, loose) => compare(a, b, loose) <= 0
module.exports = lte


/***/ }),

/***/ 8511:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const major = (a, loose) => new SemVer(a, loose).major
module.exports = major


/***/ }),

/***/ 2603:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const minor = (a, loose) => new SemVer(a, loose).minor
module.exports = minor


/***/ }),

/***/ 4974:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const neq = (a, b, loose) => compare(a, b, loose) !== 0
module.exports = neq


/***/ }),

/***/ 6353:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const parse = (version, options, throwErrors = false) => {
  if (version instanceof SemVer) {
    return version
  }
  try {
    return new SemVer(version, options)
  } catch (er) {
    if (!throwErrors) {
      return null
    }
    throw er
  }
}

module.exports = parse


/***/ }),

/***/ 8756:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const patch = (a, loose) => new SemVer(a, loose).patch
module.exports = patch


/***/ }),

/***/ 5714:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const parse = __nccwpck_require__(6353)
const prerelease = (version, options) => {
  const parsed = parse(version, options)
  return (parsed && parsed.prerelease.length) ? parsed.prerelease : null
}
module.exports = prerelease


/***/ }),

/***/ 2173:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compare = __nccwpck_require__(8469)
const rcompare = (a, b, loose) => compare(b, a, loose)
module.exports = rcompare


/***/ }),

/***/ 7192:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compareBuild = __nccwpck_require__(7648)
const rsort = (list, loose) => list.sort((a, b) => compareBuild(b, a, loose))
module.exports = rsort


/***/ }),

/***/ 8011:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const Range = __nccwpck_require__(6782)
const satisfies = (version, range, options) => {
  try {
    range = new Range(range, options)
  } catch (er) {
    return false
  }
  return range.test(version)
}
module.exports = satisfies


/***/ }),

/***/ 9872:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const compareBuild = __nccwpck_require__(7648)
const sort = (list, loose) => list.sort((a, b) => compareBuild(a, b, loose))
module.exports = sort


/***/ }),

/***/ 6114:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const parse = __nccwpck_require__(6353)
const constants = __nccwpck_require__(5101)
const SemVer = __nccwpck_require__(7163)

const truncate = (version, truncation, options) => {
  if (!constants.RELEASE_TYPES.includes(truncation)) {
    return null
  }

  const clonedVersion = cloneInputVersion(version, options)
  return clonedVersion && doTruncation(clonedVersion, truncation)
}

const cloneInputVersion = (version, options) => {
  const versionStringToParse = (
    version instanceof SemVer ? version.version : version
  )

  return parse(versionStringToParse, options)
}

const doTruncation = (version, truncation) => {
  if (isPrerelease(truncation)) {
    return version.version
  }

  version.prerelease = []

  switch (truncation) {
    case 'major':
      version.minor = 0
      version.patch = 0
      break
    case 'minor':
      version.patch = 0
      break
  }

  return version.format()
}

const isPrerelease = (type) => {
  return type.startsWith('pre')
}

module.exports = truncate


/***/ }),

/***/ 8780:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const parse = __nccwpck_require__(6353)
const valid = (version, options) => {
  const v = parse(version, options)
  return v ? v.version : null
}
module.exports = valid


/***/ }),

/***/ 2088:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


// just pre-load all the stuff that index.js lazily exports
const internalRe = __nccwpck_require__(5471)
const constants = __nccwpck_require__(5101)
const SemVer = __nccwpck_require__(7163)
const identifiers = __nccwpck_require__(3348)
const parse = __nccwpck_require__(6353)
const valid = __nccwpck_require__(8780)
const clean = __nccwpck_require__(1799)
const inc = __nccwpck_require__(2338)
const diff = __nccwpck_require__(711)
const major = __nccwpck_require__(8511)
const minor = __nccwpck_require__(2603)
const patch = __nccwpck_require__(8756)
const prerelease = __nccwpck_require__(5714)
const compare = __nccwpck_require__(8469)
const rcompare = __nccwpck_require__(2173)
const compareLoose = __nccwpck_require__(6874)
const compareBuild = __nccwpck_require__(7648)
const sort = __nccwpck_require__(9872)
const rsort = __nccwpck_require__(7192)
const gt = __nccwpck_require__(6599)
const lt = __nccwpck_require__(3872)
const eq = __nccwpck_require__(5082)
const neq = __nccwpck_require__(4974)
const gte = __nccwpck_require__(1236)
const lte = __nccwpck_require__(6717)
const cmp = __nccwpck_require__(8646)
const coerce = __nccwpck_require__(5385)
const truncate = __nccwpck_require__(6114)
const Comparator = __nccwpck_require__(9379)
const Range = __nccwpck_require__(6782)
const satisfies = __nccwpck_require__(8011)
const toComparators = __nccwpck_require__(4750)
const maxSatisfying = __nccwpck_require__(3193)
const minSatisfying = __nccwpck_require__(8595)
const minVersion = __nccwpck_require__(1866)
const validRange = __nccwpck_require__(4737)
const outside = __nccwpck_require__(280)
const gtr = __nccwpck_require__(2276)
const ltr = __nccwpck_require__(5213)
const intersects = __nccwpck_require__(3465)
const simplifyRange = __nccwpck_require__(2028)
const subset = __nccwpck_require__(1489)
module.exports = {
  parse,
  valid,
  clean,
  inc,
  diff,
  major,
  minor,
  patch,
  prerelease,
  compare,
  rcompare,
  compareLoose,
  compareBuild,
  sort,
  rsort,
  gt,
  lt,
  eq,
  neq,
  gte,
  lte,
  cmp,
  coerce,
  truncate,
  Comparator,
  Range,
  satisfies,
  toComparators,
  maxSatisfying,
  minSatisfying,
  minVersion,
  validRange,
  outside,
  gtr,
  ltr,
  intersects,
  simplifyRange,
  subset,
  SemVer,
  re: internalRe.re,
  src: internalRe.src,
  tokens: internalRe.t,
  SEMVER_SPEC_VERSION: constants.SEMVER_SPEC_VERSION,
  RELEASE_TYPES: constants.RELEASE_TYPES,
  compareIdentifiers: identifiers.compareIdentifiers,
  rcompareIdentifiers: identifiers.rcompareIdentifiers,
}


/***/ }),

/***/ 5101:
/***/ ((module) => {

"use strict";


// Note: this is the semver.org version of the spec that it implements
// Not necessarily the package version of this code.
const SEMVER_SPEC_VERSION = '2.0.0'

const MAX_LENGTH = 256
const MAX_SAFE_INTEGER = Number.MAX_SAFE_INTEGER ||
/* istanbul ignore next */ 9007199254740991

// Max safe segment length for coercion.
const MAX_SAFE_COMPONENT_LENGTH = 16

// Max safe length for a build identifier. The max length minus 6 characters for
// the shortest version with a build 0.0.0+BUILD.
const MAX_SAFE_BUILD_LENGTH = MAX_LENGTH - 6

// ECMAScript whitespace and line terminators matched by \s.
const WHITESPACE_CHARACTERS = [
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  ' ',
  '\u00a0',
  '\u1680',
  '\u2000',
  '\u2001',
  '\u2002',
  '\u2003',
  '\u2004',
  '\u2005',
  '\u2006',
  '\u2007',
  '\u2008',
  '\u2009',
  '\u200a',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  '\ufeff',
]

const RELEASE_TYPES = [
  'major',
  'premajor',
  'minor',
  'preminor',
  'patch',
  'prepatch',
  'prerelease',
]

module.exports = {
  MAX_LENGTH,
  MAX_SAFE_COMPONENT_LENGTH,
  MAX_SAFE_BUILD_LENGTH,
  MAX_SAFE_INTEGER,
  WHITESPACE_CHARACTERS,
  RELEASE_TYPES,
  SEMVER_SPEC_VERSION,
  FLAG_INCLUDE_PRERELEASE: 0b001,
  FLAG_LOOSE: 0b010,
}


/***/ }),

/***/ 1159:
/***/ ((module) => {

"use strict";


const debug = (
  typeof process === 'object' &&
  process.env &&
  process.env.NODE_DEBUG &&
  /\bsemver\b/i.test(process.env.NODE_DEBUG)
) ? (...args) => console.error('SEMVER', ...args)
  : () => {}

module.exports = debug


/***/ }),

/***/ 3348:
/***/ ((module) => {

"use strict";


const numeric = /^[0-9]+$/
const compareIdentifiers = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') {
    return a === b ? 0 : a < b ? -1 : 1
  }

  const anum = numeric.test(a)
  const bnum = numeric.test(b)

  if (anum && bnum) {
    a = +a
    b = +b
  }

  return a === b ? 0
    : (anum && !bnum) ? -1
    : (bnum && !anum) ? 1
    : a < b ? -1
    : 1
}

const rcompareIdentifiers = (a, b) => compareIdentifiers(b, a)

module.exports = {
  compareIdentifiers,
  rcompareIdentifiers,
}


/***/ }),

/***/ 1383:
/***/ ((module) => {

"use strict";


class LRUCache {
  constructor () {
    this.max = 1000
    this.map = new Map()
  }

  get (key) {
    const value = this.map.get(key)
    if (value === undefined) {
      return undefined
    } else {
      // Remove the key from the map and add it to the end
      this.map.delete(key)
      this.map.set(key, value)
      return value
    }
  }

  delete (key) {
    return this.map.delete(key)
  }

  set (key, value) {
    const deleted = this.delete(key)

    if (!deleted && value !== undefined) {
      // If cache is full, delete the least recently used item
      if (this.map.size >= this.max) {
        const firstKey = this.map.keys().next().value
        this.delete(firstKey)
      }

      this.map.set(key, value)
    }

    return this
  }
}

module.exports = LRUCache


/***/ }),

/***/ 356:
/***/ ((module) => {

"use strict";


// parse out just the options we care about
const looseOption = Object.freeze({ loose: true })
const emptyOpts = Object.freeze({ })
const parseOptions = options => {
  if (!options) {
    return emptyOpts
  }

  if (typeof options !== 'object') {
    return looseOption
  }

  return options
}
module.exports = parseOptions


/***/ }),

/***/ 5471:
/***/ ((module, exports, __nccwpck_require__) => {

"use strict";


const {
  MAX_SAFE_COMPONENT_LENGTH,
  MAX_SAFE_BUILD_LENGTH,
  MAX_LENGTH,
} = __nccwpck_require__(5101)
const debug = __nccwpck_require__(1159)
exports = module.exports = {}

// The actual regexps go on exports.re
const re = exports.re = []
const safeRe = exports.safeRe = []
const src = exports.src = []
const safeSrc = exports.safeSrc = []
const t = exports.t = {}
let R = 0

const LETTERDASHNUMBER = '[a-zA-Z0-9-]'

// Replace some greedy regex tokens to prevent regex dos issues. These regex are
// used internally via the safeRe object since all inputs in this library get
// normalized first to trim and collapse all extra whitespace. The original
// regexes are exported for userland consumption and lower level usage. A
// future breaking change could export the safer regex only with a note that
// all input should have extra whitespace removed.
const safeRegexReplacements = [
  ['\\s', 1],
  ['\\d', MAX_LENGTH],
  [LETTERDASHNUMBER, MAX_SAFE_BUILD_LENGTH],
]

const makeSafeRegex = (value) => {
  for (const [token, max] of safeRegexReplacements) {
    value = value
      .split(`${token}*`).join(`${token}{0,${max}}`)
      .split(`${token}+`).join(`${token}{1,${max}}`)
  }
  return value
}

const createToken = (name, value, isGlobal) => {
  const safe = makeSafeRegex(value)
  const index = R++
  debug(name, index, value)
  t[name] = index
  src[index] = value
  safeSrc[index] = safe
  re[index] = new RegExp(value, isGlobal ? 'g' : undefined)
  safeRe[index] = new RegExp(safe, isGlobal ? 'g' : undefined)
}

// The following Regular Expressions can be used for tokenizing,
// validating, and parsing SemVer version strings.

// ## Numeric Identifier
// A single `0`, or a non-zero digit followed by zero or more digits.

createToken('NUMERICIDENTIFIER', '0|[1-9]\\d*')
createToken('NUMERICIDENTIFIERLOOSE', '\\d+')

// ## Non-numeric Identifier
// Zero or more digits, followed by a letter or hyphen, and then zero or
// more letters, digits, or hyphens.

createToken('NONNUMERICIDENTIFIER', `\\d*[a-zA-Z-]${LETTERDASHNUMBER}*`)

// ## Main Version
// Three dot-separated numeric identifiers.

createToken('MAINVERSION', `(${src[t.NUMERICIDENTIFIER]})\\.` +
                   `(${src[t.NUMERICIDENTIFIER]})\\.` +
                   `(${src[t.NUMERICIDENTIFIER]})`)

createToken('MAINVERSIONLOOSE', `(${src[t.NUMERICIDENTIFIERLOOSE]})\\.` +
                        `(${src[t.NUMERICIDENTIFIERLOOSE]})\\.` +
                        `(${src[t.NUMERICIDENTIFIERLOOSE]})`)

// ## Pre-release Version Identifier
// A numeric identifier, or a non-numeric identifier.
// Non-numeric identifiers include numeric identifiers but can be longer.
// Therefore non-numeric identifiers must go first.

createToken('PRERELEASEIDENTIFIER', `(?:${src[t.NONNUMERICIDENTIFIER]
}|${src[t.NUMERICIDENTIFIER]})`)

createToken('PRERELEASEIDENTIFIERLOOSE', `(?:${src[t.NONNUMERICIDENTIFIER]
}|${src[t.NUMERICIDENTIFIERLOOSE]})`)

// ## Pre-release Version
// Hyphen, followed by one or more dot-separated pre-release version
// identifiers.

createToken('PRERELEASE', `(?:-(${src[t.PRERELEASEIDENTIFIER]
}(?:\\.${src[t.PRERELEASEIDENTIFIER]})*))`)

createToken('PRERELEASELOOSE', `(?:-?(${src[t.PRERELEASEIDENTIFIERLOOSE]
}(?:\\.${src[t.PRERELEASEIDENTIFIERLOOSE]})*))`)

// ## Build Metadata Identifier
// Any combination of digits, letters, or hyphens.

createToken('BUILDIDENTIFIER', `${LETTERDASHNUMBER}+`)

// ## Build Metadata
// Plus sign, followed by one or more period-separated build metadata
// identifiers.

createToken('BUILD', `(?:\\+(${src[t.BUILDIDENTIFIER]
}(?:\\.${src[t.BUILDIDENTIFIER]})*))`)

// ## Full Version String
// A main version, followed optionally by a pre-release version and
// build metadata.

// Note that the only major, minor, patch, and pre-release sections of
// the version string are capturing groups.  The build metadata is not a
// capturing group, because it should not ever be used in version
// comparison.

createToken('FULLPLAIN', `v?${src[t.MAINVERSION]
}${src[t.PRERELEASE]}?${
  src[t.BUILD]}?`)

createToken('FULL', `^${src[t.FULLPLAIN]}$`)

// like full, but allows v1.2.3 and =1.2.3, which people do sometimes.
// also, 1.0.0alpha1 (prerelease without the hyphen) which is pretty
// common in the npm registry.
createToken('LOOSEPLAIN', `[v=\\s]*${src[t.MAINVERSIONLOOSE]
}${src[t.PRERELEASELOOSE]}?${
  src[t.BUILD]}?`)

createToken('LOOSE', `^${src[t.LOOSEPLAIN]}$`)

createToken('GTLT', '((?:<|>)?=?)')

// Something like "2.*" or "1.2.x".
// Note that "x.x" is a valid xRange identifier, meaning "any version"
// Only the first item is strictly required.
createToken('XRANGEIDENTIFIERLOOSE', `${src[t.NUMERICIDENTIFIERLOOSE]}|x|X|\\*`)
createToken('XRANGEIDENTIFIER', `${src[t.NUMERICIDENTIFIER]}|x|X|\\*`)

createToken('XRANGEPLAIN', `[v=\\s]*(${src[t.XRANGEIDENTIFIER]})` +
                   `(?:\\.(${src[t.XRANGEIDENTIFIER]})` +
                   `(?:\\.(${src[t.XRANGEIDENTIFIER]})` +
                   `(?:${src[t.PRERELEASE]})?${
                     src[t.BUILD]}?` +
                   `)?)?`)

createToken('XRANGEPLAINLOOSE', `[v=\\s]*(${src[t.XRANGEIDENTIFIERLOOSE]})` +
                        `(?:\\.(${src[t.XRANGEIDENTIFIERLOOSE]})` +
                        `(?:\\.(${src[t.XRANGEIDENTIFIERLOOSE]})` +
                        `(?:${src[t.PRERELEASELOOSE]})?${
                          src[t.BUILD]}?` +
                        `)?)?`)

createToken('XRANGE', `^${src[t.GTLT]}\\s*${src[t.XRANGEPLAIN]}$`)
createToken('XRANGELOOSE', `^${src[t.GTLT]}\\s*${src[t.XRANGEPLAINLOOSE]}$`)

// Coercion.
// Extract anything that could conceivably be a part of a valid semver
createToken('COERCEPLAIN', `${'(^|[^\\d])' +
              '(\\d{1,'}${MAX_SAFE_COMPONENT_LENGTH}})` +
              `(?:\\.(\\d{1,${MAX_SAFE_COMPONENT_LENGTH}}))?` +
              `(?:\\.(\\d{1,${MAX_SAFE_COMPONENT_LENGTH}}))?`)
createToken('COERCE', `${src[t.COERCEPLAIN]}(?:$|[^\\d])`)
createToken('COERCEFULL', src[t.COERCEPLAIN] +
              `(?:${src[t.PRERELEASE]})?` +
              `(?:${src[t.BUILD]})?` +
              `(?:$|[^\\d])`)
createToken('COERCERTL', src[t.COERCE], true)
createToken('COERCERTLFULL', src[t.COERCEFULL], true)

// Tilde ranges.
// Meaning is "reasonably at or greater than"
createToken('LONETILDE', '(?:~>?)')

createToken('TILDETRIM', `(\\s*)${src[t.LONETILDE]}\\s+`, true)
exports.tildeTrimReplace = '$1~'

createToken('TILDE', `^${src[t.LONETILDE]}${src[t.XRANGEPLAIN]}$`)
createToken('TILDELOOSE', `^${src[t.LONETILDE]}${src[t.XRANGEPLAINLOOSE]}$`)

// Caret ranges.
// Meaning is "at least and backwards compatible with"
createToken('LONECARET', '(?:\\^)')

createToken('CARETTRIM', `(\\s*)${src[t.LONECARET]}\\s+`, true)
exports.caretTrimReplace = '$1^'

createToken('CARET', `^${src[t.LONECARET]}${src[t.XRANGEPLAIN]}$`)
createToken('CARETLOOSE', `^${src[t.LONECARET]}${src[t.XRANGEPLAINLOOSE]}$`)

// A simple gt/lt/eq thing, or just "" to indicate "any version"
createToken('COMPARATORLOOSE', `^${src[t.GTLT]}\\s*(${src[t.LOOSEPLAIN]})$|^$`)
createToken('COMPARATOR', `^${src[t.GTLT]}\\s*(${src[t.FULLPLAIN]})$|^$`)

// An expression to strip any whitespace between the gtlt and the thing
// it modifies, so that `> 1.2.3` ==> `>1.2.3`
createToken('COMPARATORTRIM', `(\\s*)${src[t.GTLT]
}\\s*(${src[t.LOOSEPLAIN]}|${src[t.XRANGEPLAIN]})`, true)
exports.comparatorTrimReplace = '$1$2$3'

// Something like `1.2.3 - 1.2.4`
// Note that these all use the loose form, because they'll be
// checked against either the strict or loose comparator form
// later.
createToken('HYPHENRANGE', `^\\s*(${src[t.XRANGEPLAIN]})` +
                   `\\s+-\\s+` +
                   `(${src[t.XRANGEPLAIN]})` +
                   `\\s*$`)

createToken('HYPHENRANGELOOSE', `^\\s*(${src[t.XRANGEPLAINLOOSE]})` +
                        `\\s+-\\s+` +
                        `(${src[t.XRANGEPLAINLOOSE]})` +
                        `\\s*$`)

// Star ranges basically just allow anything at all.
createToken('STAR', '(<|>)?=?\\s*\\*')
// >=0.0.0 is like a star
createToken('GTE0', '^\\s*>=\\s*0\\.0\\.0\\s*$')
createToken('GTE0PRE', '^\\s*>=\\s*0\\.0\\.0-0\\s*$')


/***/ }),

/***/ 9737:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";
// @ts-check


// Reproduce safeRe[COMPARATORTRIM] replacement boundaries, not version
// validation. Each end-index finder returns an exclusive end, or its start
// on no match.
// Positions count from zero. An end of 3 means characters 0, 1, and 2 were read;
// range.slice(start, end) gives the matched text, not a converted number.
const {
  MAX_LENGTH,
  MAX_SAFE_BUILD_LENGTH,
  WHITESPACE_CHARACTERS,
} = __nccwpck_require__(5101)

/**
 * Remembers the last two rows of digits so their characters need not be reread.
 * Positions start at -1 until a row has been found.
 *
 * @typedef {object} DigitRunCache
 * @property {number} start The first character of the most recently found row.
 * @property {number} end The position after that row's last character.
 * @property {number} previousStart The first character of the previous row.
 * @property {number} previousEnd The position after the previous row.
 */

// One entry per UTF-16 code unit keeps membership checks constant-time.
const whitespace = new Uint8Array(0x10000)
for (const char of WHITESPACE_CHARACTERS) {
  whitespace[char.charCodeAt(0)] = 1
}

/**
 * Checks whether a character is whitespace, like a space, tab, or newline.
 * Looking past the end of the string returns false.
 *
 * @param {string|undefined} char One character, or undefined past the string's end.
 * @returns {boolean} Whether the character is whitespace.
 * @example isWhitespace(' ') // true
 * @example isWhitespace('1') // false
 */
const isWhitespace = char =>
  char !== undefined && whitespace[char.charCodeAt(0)] === 1

/**
 * Checks for v, =, or whitespace before the version number.
 * These are historical version prefixes, not range operators:
 * < and > are handled separately, as are tilde and caret ranges.
 *
 * @param {string|undefined} char One character to check.
 * @returns {boolean} Whether the character can belong to a version prefix.
 * @example isVersionPrefix('=') // true
 * @example isVersionPrefix('>') // false
 */
const isVersionPrefix = char =>
  char === 'v' ||
  char === '=' ||
  isWhitespace(char)

/**
 * Checks whether a character is one of the digits 0 through 9.
 *
 * @param {string|undefined} char One character to check.
 * @returns {boolean} Whether the character is an ASCII digit.
 * @example isDigit('7') // true
 * @example isDigit('.') // false
 */
const isDigit = char => char !== undefined && char >= '0' && char <= '9'

/**
 * Checks whether a character is an English letter, uppercase or lowercase.
 *
 * @param {string|undefined} char One character to check.
 * @returns {boolean} Whether the character is an ASCII letter.
 * @example isLetter('b') // true
 * @example isLetter('7') // false
 */
const isLetter = char =>
  char !== undefined && (
    (char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z')
  )

/**
 * Checks for a letter, digit, or hyphen: the characters allowed inside
 * prerelease and build names such as beta-1.
 *
 * @param {string|undefined} char One character to check.
 * @returns {boolean} Whether the character can be part of an identifier.
 * @example isIdentifierCharacter('-') // true
 * @example isIdentifierCharacter('.') // false; dots separate identifiers
 */
const isIdentifierCharacter = char => isDigit(char) || isLetter(char) || char === '-'

/**
 * Checks whether a version component can begin here: with a digit or
 * a wildcard such as x, X, or *.
 *
 * @param {string|undefined} char One character to check.
 * @returns {boolean} Whether a number or wildcard can start with this character.
 * @example isVersionStart('x') // true
 * @example isVersionStart('v') // false; v belongs to the prefix
 */
const isVersionStart = char =>
  isDigit(char) ||
  char === 'x' ||
  char === 'X' ||
  char === '*'

/**
 * Finds the end of a row of digits, but returns no more than limit digits.
 * Remembers the last two rows so looking at them again does not reread them.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position of the first character to check.
 * @param {number} limit The most digit characters the returned match can include.
 * @param {DigitRunCache} digitRuns Shared cache of digit-run positions, updated in place.
 * @returns {number} The position after the matched digits, or start if none match.
 * @example findDigitsEndIndex('123abc', 0, 10, digitRuns) // 3, pointing at a
 * @example findDigitsEndIndex('123abc', 0, 2, digitRuns) // 2, pointing at the unread 3
 */
const findDigitsEndIndex = (range, start, limit, digitRuns) => {
  if (!isDigit(range[start])) {
    return start
  }
  if (start >= digitRuns.start && start < digitRuns.end) {
    return Math.min(start + limit, digitRuns.end)
  }
  if (start >= digitRuns.previousStart && start < digitRuns.previousEnd) {
    return Math.min(start + limit, digitRuns.previousEnd)
  }
  let end = start + 1
  while (isDigit(range[end])) {
    end++
  }
  // A failed full version can rewind from its second run to its first.
  digitRuns.previousStart = digitRuns.start
  digitRuns.previousEnd = digitRuns.end
  digitRuns.start = start
  digitRuns.end = end
  return Math.min(start + limit, end)
}

/**
 * Reads a number using the old regex's length and leading-zero rules.
 * Strict mode reads just the first zero in 012; loose mode can read all three.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position where the number should begin.
 * @param {boolean} loose Whether to allow leading zeros.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position after the matched digits, not their numeric value.
 * @example findVersionNumberEndIndex('012', 0, false, digitRuns) // 1
 * @example findVersionNumberEndIndex('012', 0, true, digitRuns) // 3
 */
const findVersionNumberEndIndex = (range, start, loose, digitRuns) => {
  if (!loose && range[start] === '0') {
    return start + 1
  }
  // Strict syntax allows an initial nonzero digit plus MAX_LENGTH digits.
  return findDigitsEndIndex(range, start, loose ? MAX_LENGTH : MAX_LENGTH + 1, digitRuns)
}

/**
 * Reads one piece of a prerelease name, such as beta or 1 in beta.1.
 * Tries the letter-or-hyphen form first, then the number-only form.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position where the identifier should begin.
 * @param {boolean} loose Whether numeric identifiers may have leading zeros.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position after the identifier, or start if none matches.
 * @example findPrereleaseIdentifierEndIndex('beta.1', 0, false, digitRuns) // 4, at the dot
 * @example findPrereleaseIdentifierEndIndex('001beta', 0, false, digitRuns) // 7
 */
const findPrereleaseIdentifierEndIndex = (range, start, loose, digitRuns) => {
  const digitsEnd = findDigitsEndIndex(range, start, MAX_LENGTH, digitRuns)
  // The legacy regex tries a nonnumeric identifier before a numeric one.
  if (isLetter(range[digitsEnd]) || range[digitsEnd] === '-') {
    let end = digitsEnd + 1
    const limit = end + MAX_SAFE_BUILD_LENGTH
    while (end < limit && isIdentifierCharacter(range[end])) {
      end++
    }
    return end
  }
  return findVersionNumberEndIndex(range, start, loose, digitRuns)
}

/**
 * Reads a prerelease suffix such as -beta.1, one dot-separated piece at a time.
 * Loose mode also allows the name without its opening hyphen.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position where the suffix should begin, including -.
 * @param {boolean} loose Whether the opening hyphen is optional and zeros allowed.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position after the matched suffix, or start if absent.
 * @example findPrereleaseEndIndex('-beta.1+sha', 0, false, digitRuns) // 7, at the plus
 * @example findPrereleaseEndIndex('beta', 0, false, digitRuns) // 0; no opening hyphen
 */
const findPrereleaseEndIndex = (range, start, loose, digitRuns) => {
  const hyphen = range[start] === '-'
  if (!loose && !hyphen) {
    return start
  }
  const identifierStart = start + (hyphen ? 1 : 0)
  let end = findPrereleaseIdentifierEndIndex(range, identifierStart, loose, digitRuns)
  if (end === identifierStart) {
    if (!loose || !hyphen) {
      return start
    }
    // In loose syntax, a lone hyphen can itself be the identifier.
    end = findPrereleaseIdentifierEndIndex(range, start, loose, digitRuns)
  }
  while (range[end] === '.') {
    const next = findPrereleaseIdentifierEndIndex(range, end + 1, loose, digitRuns)
    if (next === end + 1) {
      break
    }
    end = next
  }
  return end
}

/**
 * Reads one build-name piece, such as sha or 123 in +sha.123.
 * Stops at a disallowed character or the old regex's length limit.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position where the identifier should begin.
 * @returns {number} The position after the identifier, or start if none matches.
 * @example findBuildIdentifierEndIndex('sha.123', 0) // 3, at the dot
 * @example findBuildIdentifierEndIndex('001', 0) // 3; leading zeros are allowed
 */
const findBuildIdentifierEndIndex = (range, start) => {
  let end = start
  while (end - start < MAX_SAFE_BUILD_LENGTH && isIdentifierCharacter(range[end])) {
    end++
  }
  return end
}

/**
 * Reads optional build metadata such as +sha.123.
 * Leaves the position unchanged if there is no plus sign followed by a name.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position where the opening + should be.
 * @returns {number} The position after the matched metadata, or start if absent.
 * @example findBuildEndIndex('+sha.123 <2', 0) // 8, at the space
 * @example findBuildEndIndex('+', 0) // 0; a plus sign alone is not a match
 */
const findBuildEndIndex = (range, start) => {
  if (range[start] !== '+') {
    return start
  }
  let end = findBuildIdentifierEndIndex(range, start + 1)
  if (end === start + 1) {
    return start
  }
  while (range[end] === '.') {
    const next = findBuildIdentifierEndIndex(range, end + 1)
    if (next === end + 1) {
      break
    }
    end = next
  }
  return end
}

/**
 * Reads three numbers separated by dots, then any prerelease and build suffixes.
 * Uses loose rules, so forms such as 01.02.03beta can match here.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position of the first number, after any prefix.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position after the version match, or start if none matches.
 * @example findLooseFullVersionEndIndex('1.2.3-beta+sha <2', 0, digitRuns) // 14
 * @example findLooseFullVersionEndIndex('1.2', 0, digitRuns) // 0; needs three numbers
 */
const findLooseFullVersionEndIndex = (range, start, digitRuns) => {
  let end = start
  for (let component = 0; component < 3; component++) {
    const next = findVersionNumberEndIndex(range, end, true, digitRuns)
    if (next === end) {
      return start
    }
    end = next
    if (component < 2) {
      if (range[end] !== '.') {
        return start
      }
      end++
    }
  }
  const prereleaseEnd = findPrereleaseEndIndex(range, end, true, digitRuns)
  return findBuildEndIndex(range, prereleaseEnd)
}

/**
 * Reads one component of a partial or wildcard version, such as 2 or x in 2.x.
 * Numbers use strict leading-zero rules; wildcards take up one character.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position where the component should begin.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position after the component, or start if none matches.
 * @example findPartialVersionComponentEndIndex('2.x', 0, digitRuns) // 1, at the dot
 * @example findPartialVersionComponentEndIndex('2.x', 2, digitRuns) // 3, after x
 */
const findPartialVersionComponentEndIndex = (range, start, digitRuns) => {
  if (isDigit(range[start])) {
    return findVersionNumberEndIndex(range, start, false, digitRuns)
  }
  return isVersionStart(range[start]) ? start + 1 : start
}

/**
 * Reads up to three components, allowing forms such as 1, 1.2, or 1.x.
 * After the third component, also reads any strict prerelease and build suffixes.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position of a number or wildcard, after any prefix.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position after the matched version text.
 * @example findPartialVersionEndIndex('1.x <2', 0, digitRuns) // 3, at the space
 * @example findPartialVersionEndIndex('1.', 0, digitRuns) // 1; the trailing dot is unread
 */
const findPartialVersionEndIndex = (range, start, digitRuns) => {
  let end = findPartialVersionComponentEndIndex(range, start, digitRuns)
  for (let component = 0; component < 2; component++) {
    if (range[end] !== '.') {
      return end
    }
    const next = findPartialVersionComponentEndIndex(range, end + 1, digitRuns)
    if (next === end + 1) {
      return end
    }
    end = next
  }
  const prereleaseEnd = findPrereleaseEndIndex(range, end, false, digitRuns)
  return findBuildEndIndex(range, prereleaseEnd)
}

/**
 * Finds where a version match ends, without deciding whether the range is valid.
 * Tries a loose full version first, then a partial or wildcard version, just
 * like the old regex's LOOSEPLAIN and XRANGEPLAIN alternatives.
 *
 * @param {string} range The text to read; it is not changed.
 * @param {number} start The position of a number or wildcard, after any prefix.
 * @param {DigitRunCache} digitRuns Shared digit-run cache, updated as needed.
 * @returns {number} The position where scanning the next candidate can resume.
 * @example findVersionEndIndex('1.2.3 <2', 0, digitRuns) // 5, at the space
 * @example findVersionEndIndex('1.x <2', 0, digitRuns) // 3, at the space
 */
const findVersionEndIndex = (range, start, digitRuns) => {
  const fullVersionEnd = findLooseFullVersionEndIndex(range, start, digitRuns)
  return fullVersionEnd !== start
    ? fullVersionEnd
    : findPartialVersionEndIndex(range, start, digitRuns)
}

/**
 * Finds the one whitespace character the old replacement would remove.
 * Keeps leading whitespace, skips an optional operator, and checks immediately
 * after it. Returns -1 if there is nothing to remove.
 *
 * @param {string} range The text containing a candidate already found by the caller.
 * @param {number} matchStart The candidate's position, including leading whitespace.
 * @returns {number} The position of the removable whitespace, or -1 if absent.
 * @example findRemovableWhitespaceIndex(' > 1', 0) // 2; keep the space at position 0
 * @example findRemovableWhitespaceIndex('>1', 0) // -1
 */
const findRemovableWhitespaceIndex = (range, matchStart) => {
  let position = matchStart
  if (isWhitespace(range[position])) {
    position++
  }
  if (range[position] === '<' || range[position] === '>') {
    position++
  }
  if (range[position] === '=') {
    position++
  }
  return isWhitespace(range[position]) ? position : -1
}

/**
 * Joins an operator to its version, turning > 1.2.3 into >1.2.3.
 * Copies everything else according to the old regex's matching rules.
 * Moves forward through prefixes and whole versions to avoid repeatedly
 * searching the same characters on long inputs.
 *
 * @param {string} range The range text to process; the original string is unchanged.
 * @returns {string} The range with matched operator whitespace removed.
 * @example trimComparatorWhitespace('> 1.2.3 < 2') // '>1.2.3 <2'
 * @example trimComparatorWhitespace('> invalid') // '> invalid'
 */
const trimComparatorWhitespace = range => {
  let result = ''
  let copyFrom = 0
  let cursor = 0
  const digitRuns = { start: -1, end: -1, previousStart: -1, previousEnd: -1 }

  while (cursor < range.length) {
    const matchStart = cursor
    if (range[cursor] === '<' || range[cursor] === '>') {
      cursor++
    } else if (!isVersionPrefix(range[cursor]) && !isVersionStart(range[cursor])) {
      cursor++
      continue
    }

    // Consume a v/=/whitespace run once, even when no version follows it.
    while (cursor < range.length && isVersionPrefix(range[cursor])) {
      cursor++
    }
    if (!isVersionStart(range[cursor])) {
      continue
    }

    const whitespacePosition = findRemovableWhitespaceIndex(range, matchStart)
    if (whitespacePosition !== -1) {
      result += range.slice(copyFrom, whitespacePosition)
      copyFrom = whitespacePosition + 1
    }

    // Skip the entire match, so a prerelease's trailing v cannot be
    // reconsidered as the prefix of another version.
    cursor = findVersionEndIndex(range, cursor, digitRuns)
  }

  return result + range.slice(copyFrom)
}

module.exports = trimComparatorWhitespace


/***/ }),

/***/ 2276:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


// Determine if version is greater than all the versions possible in the range.
const outside = __nccwpck_require__(280)
const gtr = (version, range, options) => outside(version, range, '>', options)
module.exports = gtr


/***/ }),

/***/ 3465:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const Range = __nccwpck_require__(6782)
const intersects = (r1, r2, options) => {
  r1 = new Range(r1, options)
  r2 = new Range(r2, options)
  return r1.intersects(r2, options)
}
module.exports = intersects


/***/ }),

/***/ 5213:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const outside = __nccwpck_require__(280)
// Determine if version is less than all the versions possible in the range
const ltr = (version, range, options) => outside(version, range, '<', options)
module.exports = ltr


/***/ }),

/***/ 3193:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const Range = __nccwpck_require__(6782)

const maxSatisfying = (versions, range, options) => {
  let max = null
  let maxSV = null
  let rangeObj = null
  try {
    rangeObj = new Range(range, options)
  } catch (er) {
    return null
  }
  versions.forEach((v) => {
    if (rangeObj.test(v)) {
      // satisfies(v, range, options)
      if (!max || maxSV.compare(v) === -1) {
        // compare(max, v, true)
        max = v
        maxSV = new SemVer(max, options)
      }
    }
  })
  return max
}
module.exports = maxSatisfying


/***/ }),

/***/ 8595:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const Range = __nccwpck_require__(6782)
const minSatisfying = (versions, range, options) => {
  let min = null
  let minSV = null
  let rangeObj = null
  try {
    rangeObj = new Range(range, options)
  } catch (er) {
    return null
  }
  versions.forEach((v) => {
    if (rangeObj.test(v)) {
      // satisfies(v, range, options)
      if (!min || minSV.compare(v) === 1) {
        // compare(min, v, true)
        min = v
        minSV = new SemVer(min, options)
      }
    }
  })
  return min
}
module.exports = minSatisfying


/***/ }),

/***/ 1866:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const Range = __nccwpck_require__(6782)
const gt = __nccwpck_require__(6599)

const minVersion = (range, loose) => {
  range = new Range(range, loose)

  let minver = new SemVer('0.0.0')
  if (range.test(minver)) {
    return minver
  }

  minver = new SemVer('0.0.0-0')
  if (range.test(minver)) {
    return minver
  }

  minver = null
  for (let i = 0; i < range.set.length; ++i) {
    const comparators = range.set[i]

    let setMin = null
    comparators.forEach((comparator) => {
      // Clone to avoid manipulating the comparator's semver object.
      const compver = new SemVer(comparator.semver.version)
      switch (comparator.operator) {
        case '>':
          if (compver.prerelease.length === 0) {
            compver.patch++
          } else {
            compver.prerelease.push(0)
          }
          compver.raw = compver.format()
          /* fallthrough */
        case '':
        case '>=':
          if (!setMin || gt(compver, setMin)) {
            setMin = compver
          }
          break
        case '<':
        case '<=':
          /* Ignore maximum versions */
          break
        /* istanbul ignore next */
        default:
          throw new Error(`Unexpected operation: ${comparator.operator}`)
      }
    })
    if (setMin && (!minver || gt(minver, setMin))) {
      minver = setMin
    }
  }

  if (minver && range.test(minver)) {
    return minver
  }

  return null
}
module.exports = minVersion


/***/ }),

/***/ 280:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const SemVer = __nccwpck_require__(7163)
const Comparator = __nccwpck_require__(9379)
const { ANY } = Comparator
const Range = __nccwpck_require__(6782)
const satisfies = __nccwpck_require__(8011)
const gt = __nccwpck_require__(6599)
const lt = __nccwpck_require__(3872)
const lte = __nccwpck_require__(6717)
const gte = __nccwpck_require__(1236)

const outside = (version, range, hilo, options) => {
  version = new SemVer(version, options)
  range = new Range(range, options)

  let gtfn, ltefn, ltfn, comp, ecomp
  switch (hilo) {
    case '>':
      gtfn = gt
      ltefn = lte
      ltfn = lt
      comp = '>'
      ecomp = '>='
      break
    case '<':
      gtfn = lt
      ltefn = gte
      ltfn = gt
      comp = '<'
      ecomp = '<='
      break
    default:
      throw new TypeError('Must provide a hilo val of "<" or ">"')
  }

  // If it satisfies the range it is not outside
  if (satisfies(version, range, options)) {
    return false
  }

  // From now on, variable terms are as if we're in "gtr" mode.
  // but note that everything is flipped for the "ltr" function.

  for (let i = 0; i < range.set.length; ++i) {
    const comparators = range.set[i]

    let high = null
    let low = null

    comparators.forEach((comparator) => {
      if (comparator.semver === ANY) {
        comparator = new Comparator('>=0.0.0')
      }
      high = high || comparator
      low = low || comparator
      if (gtfn(comparator.semver, high.semver, options)) {
        high = comparator
      } else if (ltfn(comparator.semver, low.semver, options)) {
        low = comparator
      }
    })

    // If the edge version comparator has a operator then our version
    // isn't outside it
    if (high.operator === comp || high.operator === ecomp) {
      return false
    }

    // If the lowest version comparator has an operator and our version
    // is less than it then it isn't higher than the range
    if ((!low.operator || low.operator === comp) &&
        ltefn(version, low.semver)) {
      return false
    } else if (low.operator === ecomp && ltfn(version, low.semver)) {
      return false
    }
  }
  return true
}

module.exports = outside


/***/ }),

/***/ 2028:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


// given a set of versions and a range, create a "simplified" range
// that includes the same versions that the original range does
// If the original range is shorter than the simplified one, return that.
const satisfies = __nccwpck_require__(8011)
const compare = __nccwpck_require__(8469)
module.exports = (versions, range, options) => {
  const set = []
  let first = null
  let prev = null
  const v = versions.sort((a, b) => compare(a, b, options))
  for (const version of v) {
    const included = satisfies(version, range, options)
    if (included) {
      prev = version
      if (!first) {
        first = version
      }
    } else {
      if (prev) {
        set.push([first, prev])
      }
      prev = null
      first = null
    }
  }
  if (first) {
    set.push([first, null])
  }

  const ranges = []
  for (const [min, max] of set) {
    if (min === max) {
      ranges.push(min)
    } else if (!max && min === v[0]) {
      ranges.push('*')
    } else if (!max) {
      ranges.push(`>=${min}`)
    } else if (min === v[0]) {
      ranges.push(`<=${max}`)
    } else {
      ranges.push(`${min} - ${max}`)
    }
  }
  const simplified = ranges.join(' || ')
  const original = typeof range.raw === 'string' ? range.raw : String(range)
  return simplified.length < original.length ? simplified : range
}


/***/ }),

/***/ 1489:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const Range = __nccwpck_require__(6782)
const Comparator = __nccwpck_require__(9379)
const { ANY } = Comparator
const satisfies = __nccwpck_require__(8011)
const compare = __nccwpck_require__(8469)

// Complex range `r1 || r2 || ...` is a subset of `R1 || R2 || ...` iff:
// - Every simple range `r1, r2, ...` is a null set, OR
// - Every simple range `r1, r2, ...` which is not a null set is a subset of
//   some `R1, R2, ...`
//
// Simple range `c1 c2 ...` is a subset of simple range `C1 C2 ...` iff:
// - If c is only the ANY comparator
//   - If C is only the ANY comparator, return true
//   - Else if in prerelease mode, return false
//   - else replace c with `[>=0.0.0]`
// - If C is only the ANY comparator
//   - if in prerelease mode, return true
//   - else replace C with `[>=0.0.0]`
// - Let EQ be the set of = comparators in c
// - If EQ is more than one, return true (null set)
// - Let GT be the highest > or >= comparator in c
// - Let LT be the lowest < or <= comparator in c
// - If GT and LT, and GT.semver > LT.semver, return true (null set)
// - If any C is a = range, and GT or LT are set, return false
// - If EQ
//   - If GT, and EQ does not satisfy GT, return true (null set)
//   - If LT, and EQ does not satisfy LT, return true (null set)
//   - If EQ satisfies every C, return true
//   - Else return false
// - If GT
//   - If GT.semver is lower than any > or >= comp in C, return false
//   - If GT is >=, and GT.semver does not satisfy every C, return false
//   - If GT.semver has a prerelease, and not in prerelease mode
//     - If no C has a prerelease and the GT.semver tuple, return false
// - If LT
//   - If LT.semver is greater than any < or <= comp in C, return false
//   - If LT is <=, and LT.semver does not satisfy every C, return false
//   - If LT.semver has a prerelease, and not in prerelease mode
//     - If no C has a prerelease and the LT.semver tuple, return false
// - Else return true

const subset = (sub, dom, options = {}) => {
  if (sub === dom) {
    return true
  }

  sub = new Range(sub, options)
  dom = new Range(dom, options)
  let sawNonNull = false

  OUTER: for (const simpleSub of sub.set) {
    for (const simpleDom of dom.set) {
      const isSub = simpleSubset(simpleSub, simpleDom, options)
      sawNonNull = sawNonNull || isSub !== null
      if (isSub) {
        continue OUTER
      }
    }
    // the null set is a subset of everything, but null simple ranges in
    // a complex range should be ignored.  so if we saw a non-null range,
    // then we know this isn't a subset, but if EVERY simple range was null,
    // then it is a subset.
    if (sawNonNull) {
      return false
    }
  }
  return true
}

const minimumVersionWithPreRelease = [new Comparator('>=0.0.0-0')]
const minimumVersion = [new Comparator('>=0.0.0')]

const simpleSubset = (sub, dom, options) => {
  if (sub === dom) {
    return true
  }

  if (sub.length === 1 && sub[0].semver === ANY) {
    if (dom.length === 1 && dom[0].semver === ANY) {
      return true
    } else if (options.includePrerelease) {
      sub = minimumVersionWithPreRelease
    } else {
      sub = minimumVersion
    }
  }

  if (dom.length === 1 && dom[0].semver === ANY) {
    if (options.includePrerelease) {
      return true
    } else {
      dom = minimumVersion
    }
  }

  const eqSet = new Set()
  let gt, lt
  for (const c of sub) {
    if (c.operator === '>' || c.operator === '>=') {
      gt = higherGT(gt, c, options)
    } else if (c.operator === '<' || c.operator === '<=') {
      lt = lowerLT(lt, c, options)
    } else {
      eqSet.add(c.semver)
    }
  }

  if (eqSet.size > 1) {
    return null
  }

  let gtltComp
  if (gt && lt) {
    gtltComp = compare(gt.semver, lt.semver, options)
    if (gtltComp > 0) {
      return null
    } else if (gtltComp === 0 && (gt.operator !== '>=' || lt.operator !== '<=')) {
      return null
    }
  }

  // will iterate one or zero times
  for (const eq of eqSet) {
    if (gt && !satisfies(eq, String(gt), options)) {
      return null
    }

    if (lt && !satisfies(eq, String(lt), options)) {
      return null
    }

    for (const c of dom) {
      if (!satisfies(eq, String(c), options)) {
        return false
      }
    }

    return true
  }

  let higher, lower
  let hasDomLT, hasDomGT
  // if the subset has a prerelease, we need a comparator in the superset
  // with the same tuple and a prerelease, or it's not a subset
  let needDomLTPre = lt &&
    !options.includePrerelease &&
    lt.semver.prerelease.length ? lt.semver : false
  let needDomGTPre = gt &&
    !options.includePrerelease &&
    gt.semver.prerelease.length ? gt.semver : false
  // exception: <1.2.3-0 is the same as <1.2.3
  if (needDomLTPre && needDomLTPre.prerelease.length === 1 &&
      lt.operator === '<' && needDomLTPre.prerelease[0] === 0) {
    needDomLTPre = false
  }

  for (const c of dom) {
    hasDomGT = hasDomGT || c.operator === '>' || c.operator === '>='
    hasDomLT = hasDomLT || c.operator === '<' || c.operator === '<='
    if (gt) {
      if (needDomGTPre) {
        if (c.semver.prerelease && c.semver.prerelease.length &&
            c.semver.major === needDomGTPre.major &&
            c.semver.minor === needDomGTPre.minor &&
            c.semver.patch === needDomGTPre.patch) {
          needDomGTPre = false
        }
      }
      if (c.operator === '>' || c.operator === '>=') {
        higher = higherGT(gt, c, options)
        if (higher === c && higher !== gt) {
          return false
        }
      } else if (gt.operator === '>=' && !c.test(gt.semver)) {
        return false
      }
    }
    if (lt) {
      if (needDomLTPre) {
        if (c.semver.prerelease && c.semver.prerelease.length &&
            c.semver.major === needDomLTPre.major &&
            c.semver.minor === needDomLTPre.minor &&
            c.semver.patch === needDomLTPre.patch) {
          needDomLTPre = false
        }
      }
      if (c.operator === '<' || c.operator === '<=') {
        lower = lowerLT(lt, c, options)
        if (lower === c && lower !== lt) {
          return false
        }
      } else if (lt.operator === '<=' && !c.test(lt.semver)) {
        return false
      }
    }
    if (!c.operator && (lt || gt) && gtltComp !== 0) {
      return false
    }
  }

  // if there was a < or >, and nothing in the dom, then must be false
  // UNLESS it was limited by another range in the other direction.
  // Eg, >1.0.0 <1.0.1 is still a subset of <2.0.0
  if (gt && hasDomLT && !lt && gtltComp !== 0) {
    return false
  }

  if (lt && hasDomGT && !gt && gtltComp !== 0) {
    return false
  }

  // we needed a prerelease range in a specific tuple, but didn't get one
  // then this isn't a subset.  eg >=1.2.3-pre is not a subset of >=1.0.0,
  // because it includes prereleases in the 1.2.3 tuple
  if (needDomGTPre || needDomLTPre) {
    return false
  }

  return true
}

// >=1.2.3 is lower than >1.2.3
const higherGT = (a, b, options) => {
  if (!a) {
    return b
  }
  const comp = compare(a.semver, b.semver, options)
  return comp > 0 ? a
    : comp < 0 ? b
    : b.operator === '>' && a.operator === '>=' ? b
    : a
}

// <=1.2.3 is higher than <1.2.3
const lowerLT = (a, b, options) => {
  if (!a) {
    return b
  }
  const comp = compare(a.semver, b.semver, options)
  return comp < 0 ? a
    : comp > 0 ? b
    : b.operator === '<' && a.operator === '<=' ? b
    : a
}

module.exports = subset


/***/ }),

/***/ 4750:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const Range = __nccwpck_require__(6782)

// Mostly just for testing and legacy API reasons
const toComparators = (range, options) =>
  new Range(range, options).set
    .map(comp => comp.map(c => c.value).join(' ').trim().split(' '))

module.exports = toComparators


/***/ }),

/***/ 4737:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const Range = __nccwpck_require__(6782)
const validRange = (range, options) => {
  try {
    // Return '*' instead of '' so that truthiness works.
    // This will throw if it's invalid anyway
    return new Range(range, options).range || '*'
  } catch (er) {
    return null
  }
}
module.exports = validRange


/***/ }),

/***/ 6475:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   C2: () => (/* binding */ knownKeyTypes),
/* harmony export */   Tx: () => (/* binding */ judgeHostKey),
/* harmony export */   uJ: () => (/* binding */ parseKnownHosts)
/* harmony export */ });
/* unused harmony export fingerprint */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/**
 * Is this the bastion that we know? Reads OpenSSH's known_hosts (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT): hashed names,
 * `[host]:port`, globs, negation, `@revoked`; and pinned `SHA256:…` fingerprints. Pure, but for the hash functions.
 */

/** Reads a file's text. Lines that can't be read don't count, as OpenSSH has it. */
function parseKnownHosts(text) {
    const hosts = [];
    const pins = [];
    for (const line of text.split(/\r?\n/)) {
        const words = line.trim().split(/\s+/);
        const [first = ''] = words;
        if (first === '' || first.startsWith('#'))
            continue;
        if (words.every((word) => /^SHA256:[A-Za-z0-9+/]{43}=?$/.test(word))) {
            pins.push(...words.map((word) => word.replace(/=$/, '')));
            continue;
        }
        const marker = first === '@revoked' ? 'revoked' : first === '@cert-authority' ? 'cert-authority' : undefined;
        if (first.startsWith('@') && marker === undefined)
            continue;
        const [patterns, keyType, key] = marker === undefined ? words : words.slice(1);
        if (patterns === undefined || keyType === undefined || !isKeyOf(keyType, key))
            continue;
        hosts.push({ marker, patterns: patterns.split(','), keyType, key });
    }
    return { hosts, pins };
}
function isKeyOf(keyType, key) {
    return (key !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(key) && typeOf(Buffer.from(key, 'base64')) === keyType);
}
/**
 * Judges the key that a server offers. A host at another port than 22 is looked for as `[host]:port`; where no key of the
 * type is known of it, as OpenSSH has it, its plain name is good enough for a match.
 */
function judgeHostKey(known, host, port, offered) {
    const key = offered.toString('base64');
    const type = typeOf(offered);
    const exact = known.hosts.filter(({ patterns }) => matchesHost(patterns, host, port));
    const isTypeKnown = exact.some(({ marker, keyType }) => marker === undefined && keyType === type);
    const lines = isTypeKnown || port === SSH_PORT
        ? exact
        : [...exact, ...known.hosts.filter(({ patterns }) => matchesHost(patterns, host, SSH_PORT))];
    const plain = lines.filter(({ marker }) => marker === undefined);
    const isRevoked = lines.some((line) => line.marker === 'revoked' && line.key === key);
    const isKnown = known.pins.includes(fingerprint(offered)) || plain.some((line) => line.key === key);
    if (isKnown && !isRevoked)
        return { kind: 'known' };
    const expected = [...new Set([...known.pins, ...plain.map((line) => describeKey(keyBytes(line)))])];
    return {
        kind: 'refused',
        why: isRevoked ? 'revoked' : expected.length === 0 ? 'unknown-host' : 'other-key',
        offered: describeKey(offered),
        expected,
        hasAuthority: lines.some(({ marker }) => marker === 'cert-authority'),
    };
}
/** The types of the keys that are known of a host, in the order of the file. */
function knownKeyTypes(known, host, port) {
    const typesAt = (at) => known.hosts
        .filter(({ marker, patterns }) => marker === undefined && matchesHost(patterns, host, at))
        .map(({ keyType }) => keyType);
    return [...new Set([...typesAt(port), ...typesAt(SSH_PORT)])];
}
function keyBytes({ key }) {
    return Buffer.from(key, 'base64');
}
/** A key begins with the name of its type. */
function typeOf(key) {
    const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
    return key.subarray(4, 4 + length).toString('latin1');
}
function describeKey(key) {
    return `${fingerprint(key)} (${typeOf(key)})`;
}
/** As ssh-keygen prints it. */
function fingerprint(key) {
    return `SHA256:${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}
const SSH_PORT = 22;
function matchesHost(patterns, host, port) {
    const name = port === SSH_PORT ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
    let matches = false;
    for (const pattern of patterns) {
        if (pattern.startsWith('|')) {
            matches ||= matchesHash(pattern, name);
        }
        else if (pattern.startsWith('!')) {
            // a negated pattern that matches ends it, whatever else does
            if (globToRegExp(pattern.slice(1)).test(name))
                return false;
        }
        else {
            matches ||= globToRegExp(pattern).test(name);
        }
    }
    return matches;
}
/** `|1|salt|hash`: HMAC-SHA1 of the name. */
function matchesHash(pattern, name) {
    const [, version, salt, hash] = pattern.split('|');
    if (version !== '1' || salt === undefined || hash === undefined)
        return false;
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}
function globToRegExp(glob) {
    const source = glob
        .toLowerCase()
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*+/g, '.*')
        .replace(/\?/g, '.');
    return new RegExp(`^${source}$`);
}


/***/ }),

/***/ 8690:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Jr: () => (/* binding */ OutcomeUnknown),
/* harmony export */   XG: () => (/* binding */ isPoolError),
/* harmony export */   pP: () => (/* binding */ PoolUnavailable),
/* harmony export */   tT: () => (/* binding */ PoolUnreachable)
/* harmony export */ });
/** Nothing was changed, and trying again at once will not help. */
class PoolUnavailable extends Error {
    reason;
    constructor(reason, message, options) {
        super(message, options);
        this.reason = reason;
        this.name = 'PoolUnavailable';
    }
}
/** Nothing was sent: the pool is out of reach for now, and may be back soon. */
class PoolUnreachable extends Error {
    delayMs;
    maxTries;
    constructor(message, 
    /** Not before so long should it be tried again, in ms. */
    delayMs, 
    /** After so many tries there is no use in another; undefined: as long as one has time. */
    maxTries, options) {
        super(message, options);
        this.delayMs = delayMs;
        this.maxTries = maxTries;
        this.name = 'PoolUnreachable';
    }
}
/**
 * The request may or may not have taken effect, now or later, up to `deadlineUptimeMs` on the bastion's clock: look for
 * the own id before trying again.
 */
class OutcomeUnknown extends Error {
    deadlineUptimeMs;
    constructor(message, deadlineUptimeMs, options) {
        super(message, options);
        this.deadlineUptimeMs = deadlineUptimeMs;
        this.name = 'OutcomeUnknown';
    }
}
/** Is it the pool that is to blame, whatever the reason? */
function isPoolError(error) {
    return [PoolUnavailable, PoolUnreachable, OutcomeUnknown].some((kind) => error instanceof kind);
}


/***/ }),

/***/ 2968:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ programText)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__nccwpck_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);


let text;
/** The program's text, as it stands beside this code. */
function programText() {
    // no `??=`: the bundler does not see a file's name behind one, and would leave the file out
    if (text === undefined)
        text = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(__nccwpck_require__.ab + "program.sh", 'utf8');
    return text;
}


/***/ }),

/***/ 2863:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  ab: () => (/* binding */ nameOfHop),
  Hw: () => (/* binding */ parseSshPoolName),
  u1: () => (/* binding */ resolveTarget)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __nccwpck_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: ./src/pool/known-hosts.ts
var known_hosts = __nccwpck_require__(6475);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __nccwpck_require__(8690);
;// CONCATENATED MODULE: ./node_modules/ssh-config/lib/glob.js
function escapeChars(text, chars) {
    for (let char of chars) {
        text = text.replace(new RegExp('\\' + char, 'g'), '\\' + char);
    }
    return text;
}
function match(pattern, text) {
    pattern = escapeChars(pattern, '\\()[]{}.+^$|');
    pattern = pattern
        .replace(/\*/g, '.*')
        .replace(/\?/g, '.?');
    return new RegExp('^(?:' + pattern + ')$').test(text);
}
/**
 * A helper function to match input against [pattern-list](https://www.freebsd.org/cgi/man.cgi?query=ssh_config&sektion=5#PATTERNS).
 * According to `man ssh_config`, negated patterns shall be matched first.
 *
 * @param {string|string[]} patternList one or more glob patterns to match
 * @param {string} text the text to match
 */
function glob(patternList, text) {
    const patterns = Array.isArray(patternList) ? patternList : patternList.split(/,/);
    // > If a negated entry is matched, then the Host entry is ignored, regardless of whether any other patterns on the line match.
    let result = false;
    for (const pattern of patterns) {
        const negate = pattern[0] == '!';
        if (negate && match(pattern.slice(1), text)) {
            return false;
        }
        else if (match(pattern, text)) {
            // wait until all of the pattern match results because there might be a negated pattern
            result = true;
        }
    }
    return result;
}
/* harmony default export */ const lib_glob = (glob);
//# sourceMappingURL=glob.js.map
// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __nccwpck_require__(1421);
;// CONCATENATED MODULE: ./node_modules/ssh-config/lib/ssh-config.js



const RE_SPACE = /\s/;
const RE_LINE_BREAK = /\r|\n/;
const RE_SECTION_DIRECTIVE = /^(Host|Match)$/i;
const RE_MULTI_VALUE_DIRECTIVE = /^(GlobalKnownHostsFile|Host|IPQoS|SendEnv|UserKnownHostsFile|ProxyCommand|KnownHostsCommand|Match|CanonicalDomains|Include)$/i;
const RE_COMMAND_DIRECTIVE = /^(ProxyCommand|KnownHostsCommand)$/i;
const RE_QUOTE_DIRECTIVE = /^(?:CertificateFile|IdentityFile|IdentityAgent|User|Include)$/i;
const RE_SINGLE_LINE_DIRECTIVE = /^(Include|IdentityFile)$/i;
/**
 * A type of line in an ssh-config file. Differentiates between directives,
 * comments, and empty lines.
 */
var LineType;
(function (LineType) {
    /** line with a directive in an ssh-config file */
    LineType[LineType["DIRECTIVE"] = 1] = "DIRECTIVE";
    /** line with a comment in an ssh-config file */
    LineType[LineType["COMMENT"] = 2] = "COMMENT";
    /** empty line in an ssh-config file */
    LineType[LineType["EMPTY"] = 3] = "EMPTY";
})(LineType || (LineType = {}));
const REPEATABLE_DIRECTIVES = [
    'IdentityFile',
    'LocalForward',
    'RemoteForward',
    'DynamicForward',
    'CertificateFile',
];
function compare(line, opts) {
    // @ts-ignore
    return opts.hasOwnProperty(line.param) && opts[line.param] === line.value;
}
function getIndent(config) {
    for (const line of config) {
        if (line.type === LineType.DIRECTIVE && 'config' in line) {
            for (const subline of line.config) {
                if (subline.before) {
                    return subline.before;
                }
            }
        }
    }
    return '  ';
}
function ssh_config_match(criteria, context) {
    const testCriterion = (key, criterion) => {
        switch (key.toLowerCase()) {
            case 'all':
                return true;
            case 'final':
                if (context.inFinalPass) {
                    return true;
                }
                context.doFinalPass = true;
                return false;
            case 'exec':
                if (!context.options.matchExec) {
                    return false;
                }
                const command = `function main {
          ${criterion}
        }
        main`;
                return (0,external_node_child_process_.spawnSync)(command, { shell: true }).status === 0;
            case 'host':
                return lib_glob(criterion, context.params.HostName);
            case 'originalhost':
                return lib_glob(criterion, context.params.OriginalHost);
            case 'user':
                return lib_glob(criterion, context.params.User);
            case 'localuser':
                return lib_glob(criterion, context.params.LocalUser);
        }
    };
    for (const key in criteria) {
        const criterion = criteria[key];
        const values = Array.isArray(criterion) ? criterion.map(({ val }) => val) : criterion;
        if (!testCriterion(key, values)) {
            return false;
        }
    }
    return true;
}
/**
 * Represents parsed SSH config. Main element of this library.
 *
 * A parsed SSH config is modelled as an array of {@link Line}s.
 */
class SSHConfig extends Array {
    /** shortcut to access {@link LineType.DIRECTIVE} */
    static DIRECTIVE = LineType.DIRECTIVE;
    /** shortcut to access {@link LineType.COMMENT} */
    static COMMENT = LineType.COMMENT;
    /** shortcut to access {@link LineType.EMPTY} */
    static EMPTY = LineType.EMPTY;
    /**
     * Parse SSH config text into structured object.
     */
    static parse(text) {
        return parse(text);
    }
    /**
     * Stringify structured object into SSH config text.
     */
    static stringify(config) {
        return stringify(config);
    }
    compute(opts, computeOpts) {
        if (typeof opts === 'string')
            opts = { Host: opts };
        let userInfo;
        try {
            userInfo = external_node_os_.userInfo();
        }
        catch {
            // os.userInfo() throws a SystemError if a user has no username or homedir.
            userInfo = { username: process.env.USER || process.env.USERNAME || '' };
        }
        const context = {
            params: {
                Host: opts.Host,
                HostName: opts.Host,
                OriginalHost: opts.Host,
                User: userInfo.username,
                LocalUser: userInfo.username,
            },
            options: {
                ignoreCase: computeOpts?.ignoreCase === true,
                matchExec: computeOpts?.matchExec !== false,
            },
            inFinalPass: false,
            doFinalPass: false,
        };
        const obj = {};
        const setProperty = (name, value) => {
            const key = computeOpts?.ignoreCase ? name.toLowerCase() : name;
            let val;
            if (Array.isArray(value)) {
                if (RE_COMMAND_DIRECTIVE.test(key)) {
                    val = value.map(({ val, separator, quoted }) => {
                        return `${separator}${quoted ? `"${val.replace(/"/g, '\\"')}"` : val}`;
                    }).join('').trim();
                }
                else {
                    val = value.map(({ val }) => val);
                }
            }
            else {
                val = value;
            }
            const val0 = Array.isArray(val) ? val[0] : val;
            // Use case-insensitive check for repeatable directives
            const isRepeatable = REPEATABLE_DIRECTIVES.some(d => d.toLowerCase() === name.toLowerCase());
            if (isRepeatable) {
                const list = (obj[key] || (obj[key] = []));
                list.push(...[].concat(val));
            }
            else if (obj[key] == null) {
                if (name === 'HostName') {
                    context.params.HostName = val0;
                }
                else if (name === 'User') {
                    context.params.User = val0;
                }
                obj[key] = val;
            }
        };
        if (opts.User !== undefined) {
            setProperty('User', opts.User);
        }
        const doPass = () => {
            for (const line of this) {
                if (line.type !== LineType.DIRECTIVE)
                    continue;
                // Host and Match directives are always case-insensitive (per OpenSSH behavior)
                if (/^host$/i.test(line.param) && lib_glob(Array.isArray(line.value) ? line.value.map(({ val }) => val) : line.value, context.params.Host)) {
                    let canonicalizeHostName = false;
                    let canonicalDomains = [];
                    setProperty(line.param, line.value);
                    for (const subline of line.config) {
                        if (subline.type === LineType.DIRECTIVE) {
                            setProperty(subline.param, subline.value);
                            if (/^CanonicalizeHostName$/i.test(subline.param) && subline.value === 'yes') {
                                canonicalizeHostName = true;
                            }
                            if (/^CanonicalDomains$/i.test(subline.param) && Array.isArray(subline.value)) {
                                canonicalDomains = subline.value.map(({ val }) => val);
                            }
                        }
                    }
                    if (canonicalDomains.length > 0 && canonicalizeHostName && context.params.Host === context.params.OriginalHost) {
                        for (const domain of canonicalDomains) {
                            const host = `${context.params.OriginalHost}.${domain}`;
                            const { status, stderr } = (0,external_node_child_process_.spawnSync)('nslookup', [host]);
                            if (status === 0 && !/can't find/.test(stderr.toString())) {
                                context.params.Host = host;
                                setProperty('Host', host);
                                doPass();
                                break;
                            }
                        }
                    }
                }
                else if (/^match$/i.test(line.param) && 'criteria' in line && ssh_config_match(line.criteria, context)) {
                    for (const subline of line.config) {
                        if (subline.type === LineType.DIRECTIVE) {
                            setProperty(subline.param, subline.value);
                        }
                    }
                }
                else if (!/^(host|match)$/i.test(line.param)) {
                    setProperty(line.param, line.value);
                }
            }
        };
        doPass();
        if (context.doFinalPass) {
            context.inFinalPass = true;
            context.params.Host = context.params.HostName;
            doPass();
        }
        return obj;
    }
    find(opts) {
        if (typeof opts === 'function')
            return super.find(opts);
        if (!(opts && ('Host' in opts || 'Match' in opts))) {
            throw new Error('Can only find by Host or Match');
        }
        return super.find((line) => 'param' in line && compare(line, opts));
    }
    remove(opts) {
        let index;
        if (typeof opts === 'function') {
            index = super.findIndex(opts);
        }
        else if (!(opts && ('Host' in opts || 'Match' in opts))) {
            throw new Error('Can only remove by Host or Match');
        }
        else {
            index = super.findIndex((line) => 'param' in line && compare(line, opts));
        }
        if (index >= 0)
            return this.splice(index, 1);
    }
    /**
     * Convert this SSH config to its textual presentation via {@link stringify}.
     */
    toString() {
        return stringify(this);
    }
    /**
     * Append new section to existing SSH config.
     */
    append(opts) {
        const indent = getIndent(this);
        const lastEntry = this.length > 0 ? this[this.length - 1] : null;
        let config = lastEntry && lastEntry.config || this;
        let configWas = this;
        let lastLine = config.length > 0 ? config[config.length - 1] : lastEntry;
        if (lastLine && !lastLine.after)
            lastLine.after = '\n';
        let sectionLineFound = config !== configWas;
        for (const param in opts) {
            const value = opts[param];
            const line = {
                type: LineType.DIRECTIVE,
                param,
                separator: ' ',
                value: Array.isArray(value) ? value.map((val, i) => ({ val, separator: i === 0 ? '' : ' ' })) : value,
                before: sectionLineFound ? indent : indent.replace(/  |\t/, ''),
                after: '\n',
            };
            if (RE_SECTION_DIRECTIVE.test(param)) {
                sectionLineFound = true;
                line.before = indent.replace(/  |\t/, '');
                config = configWas;
                // separate sections with an extra newline
                // https://github.com/cyjake/ssh-config/issues/23#issuecomment-564768248
                if (lastLine && lastLine.after === '\n')
                    lastLine.after += '\n';
                config.push(line);
                config = line.config = new SSHConfig();
            }
            else {
                config.push(line);
            }
            lastLine = line;
        }
        return configWas;
    }
    /**
     * Prepend new section to existing SSH config.
     */
    prepend(opts, beforeFirstSection = false) {
        const indent = getIndent(this);
        let config = this;
        let i = 0;
        // insert above known sections
        if (beforeFirstSection) {
            while (i < this.length && !('config' in this[i])) {
                i += 1;
            }
            if (i >= this.length) { // No sections in original config
                return this.append(opts);
            }
        }
        // Prepend new section above the first section
        let sectionLineFound = false;
        let processedLines = 0;
        for (const param in opts) {
            processedLines += 1;
            const value = opts[param];
            const line = {
                type: LineType.DIRECTIVE,
                param,
                separator: ' ',
                value: Array.isArray(value) ? value.map((val, i) => ({ val, separator: i === 0 ? '' : ' ' })) : value,
                before: '',
                after: '\n',
            };
            if (RE_SECTION_DIRECTIVE.test(param)) {
                line.before = indent.replace(/  |\t/, '');
                config.splice(i, 0, line);
                config = line.config = new SSHConfig();
                sectionLineFound = true;
                continue;
            }
            // separate from previous sections with an extra newline
            if (processedLines === Object.keys(opts).length) {
                line.after += '\n';
            }
            if (!sectionLineFound) {
                config.splice(i, 0, line);
                i += 1;
                // Add an extra newline if a single line directive like Include
                if (RE_SINGLE_LINE_DIRECTIVE.test(param)) {
                    line.after += '\n';
                }
                continue;
            }
            line.before = indent;
            config.push(line);
        }
        return config;
    }
}
/**
 * Parse SSH config text into structured object.
 */
function parse(text) {
    // Handle Buffer input by converting to string
    const input = typeof text === 'string' ? text : text.toString('utf-8');
    let i = 0;
    let chr = next();
    let config = new SSHConfig();
    let configWas = config;
    function next() {
        return input[i++];
    }
    function space() {
        let spaces = '';
        while (RE_SPACE.test(chr)) {
            spaces += chr;
            chr = next();
        }
        return spaces;
    }
    function linebreak() {
        let breaks = '';
        while (RE_LINE_BREAK.test(chr)) {
            breaks += chr;
            chr = next();
        }
        return breaks;
    }
    function parameter() {
        let param = '';
        while (chr && /[^ \t=]/.test(chr)) {
            param += chr;
            chr = next();
        }
        return param;
    }
    function separator() {
        let sep = space();
        if (chr === '=') {
            sep += chr;
            chr = next();
        }
        return (sep + space());
    }
    function value() {
        let val = '';
        let quoted = false;
        let escaped = false;
        while (chr && !RE_LINE_BREAK.test(chr)) {
            // backslash escapes only double quotes
            if (escaped) {
                val += chr === '"' ? chr : `\\${chr}`;
                escaped = false;
            }
            // ProxyCommand ssh -W "%h:%p" firewall.example.org
            else if (chr === '"' && (!val || quoted)) {
                quoted = !quoted;
            }
            else if (chr === '\\') {
                escaped = true;
            }
            else if (chr === '#' && !quoted) {
                break;
            }
            else {
                val += chr;
            }
            chr = next();
        }
        if (quoted || escaped) {
            throw new Error(`Unexpected line break at ${val}`);
        }
        return val.trim();
    }
    function comment() {
        const type = LineType.COMMENT;
        let content = '';
        while (chr && !RE_LINE_BREAK.test(chr)) {
            content += chr;
            chr = next();
        }
        return { type, content, before: '', after: '' };
    }
    // Host *.co.uk
    // Host * !local.dev
    // Host "foo bar"
    function values() {
        const results = [];
        let val = '';
        // whether current value is quoted or not
        let valQuoted = false;
        // the separator preceding current value
        let valSeparator = ' ';
        // whether current context is within quotations or not
        let quoted = false;
        let escaped = false;
        while (chr && !RE_LINE_BREAK.test(chr)) {
            if (escaped) {
                val += chr === '"' ? chr : `\\${chr}`;
                escaped = false;
            }
            else if (chr === '"') {
                quoted = !quoted;
            }
            else if (chr === '\\') {
                escaped = true;
            }
            else if (quoted) {
                val += chr;
                valQuoted = true;
            }
            else if (/[ \t=]/.test(chr)) {
                if (val) {
                    results.push({ val, separator: valSeparator, quoted: valQuoted });
                    val = '';
                    valQuoted = false;
                    valSeparator = chr;
                }
                // otherwise ignore the space
            }
            else if (chr === '#' && results.length > 0) {
                break;
            }
            else {
                val += chr;
            }
            chr = next();
        }
        if (quoted || escaped) {
            throw new Error(`Unexpected line break at ${results.map(({ val }) => val).concat(val).join(' ')}`);
        }
        if (val)
            results.push({ val, separator: valSeparator, quoted: valQuoted });
        return results.length > 1 ? results : results[0].val;
    }
    function directive() {
        const type = LineType.DIRECTIVE;
        const param = parameter();
        // Host "foo bar" baz
        const multiple = RE_MULTI_VALUE_DIRECTIVE.test(param);
        const result = {
            type,
            param,
            separator: separator(),
            quoted: !multiple && chr === '"',
            value: multiple ? values() : value(),
            before: '',
            after: '',
        };
        if (!result.quoted)
            delete result.quoted;
        if (/^Match$/i.test(param)) {
            const criteria = {};
            if (typeof result.value === 'string') {
                result.value = [{ val: result.value, separator: '', quoted: result.quoted }];
            }
            let i = 0;
            while (i < result.value.length) {
                const { val: keyword } = result.value[i];
                switch (keyword.toLowerCase()) {
                    case 'all':
                    case 'canonical':
                    case 'final':
                        criteria[keyword] = [];
                        i += 1;
                        break;
                    default:
                        if (i + 1 >= result.value.length) {
                            throw new Error(`Missing value for match criteria ${keyword}`);
                        }
                        criteria[keyword] = result.value[i + 1].val;
                        i += 2;
                        break;
                }
            }
            result.criteria = criteria;
        }
        return result;
    }
    function line() {
        const before = space();
        const node = chr === '#' ? comment() : directive();
        const after = linebreak();
        node.before = before;
        node.after = after;
        return node;
    }
    while (chr) {
        let node = line();
        if (node.type === LineType.DIRECTIVE && RE_SECTION_DIRECTIVE.test(node.param)) {
            config = configWas;
            config.push(node);
            config = node.config = new SSHConfig();
        }
        else if (node.type === LineType.DIRECTIVE && !node.param) {
            // blank lines at file end
            if (config.length === 0) {
                if (configWas.length === 0) {
                    configWas.push({ type: LineType.EMPTY, before: '', after: node.before });
                }
                else {
                    configWas[configWas.length - 1].after += node.before;
                }
            }
            else {
                config[config.length - 1].after += node.before;
            }
        }
        else {
            config.push(node);
        }
    }
    return configWas;
}
/**
 * Stringify structured object into SSH config text.
 */
function stringify(config) {
    let str = '';
    function formatValue(value, quoted) {
        if (Array.isArray(value)) {
            let result = '';
            for (const { val, separator, quoted } of value) {
                result += (result ? separator : '') + formatValue(val, quoted || RE_SPACE.test(val));
            }
            return result;
        }
        return quoted ? `"${value}"` : value;
    }
    function formatDirective(line) {
        const quoted = line.quoted
            || (RE_QUOTE_DIRECTIVE.test(line.param) && typeof line.value === 'string' && RE_SPACE.test(line.value));
        const value = formatValue(line.value, quoted);
        return `${line.param}${line.separator}${value}`;
    }
    const format = (line) => {
        str += line.before;
        if (line.type === LineType.COMMENT) {
            str += line.content;
        }
        else if (line.type === LineType.DIRECTIVE && REPEATABLE_DIRECTIVES.includes(line.param)) {
            (Array.isArray(line.value) ? line.value : [line.value]).forEach((value, i, values) => {
                str += formatDirective({ ...line, value: typeof value !== 'string' ? value.val : value });
                if (i < values.length - 1)
                    str += `\n${line.before}`;
            });
        }
        else if (line.type === LineType.DIRECTIVE) {
            str += formatDirective(line);
        }
        str += line.after;
        if ('config' in line) {
            line.config.forEach(format);
        }
    };
    config.forEach(format);
    return str;
}

//# sourceMappingURL=ssh-config.js.map
;// CONCATENATED MODULE: ./src/pool/ssh-config-file.ts
/** The user's `~/.ssh/config`, as OpenSSH reads it. `/etc/ssh/ssh_config` is the machine's and does not count. */




/** Reads a config, if it is there; throws PoolUnavailable where it can't be used. The answer is by a host's alias. */
function readSshConfig(path, home) {
    try {
        const config = SSHConfig.parse(readWithIncludes(path, home));
        return (alias) => settingsOf(config.compute(alias, { ignoreCase: true }));
    }
    catch (error) {
        throw new pool/* PoolUnavailable */.pP('input', `can't read ${path}: ${error.message}`, { cause: error });
    }
}
function settingsOf(computed) {
    const all = (keyword) => {
        const value = computed[keyword];
        return value === undefined ? [] : typeof value === 'string' ? [value] : value;
    };
    return { all, one: (keyword) => all(keyword)[0] };
}
const MOST_INCLUDES = 16;
/** The text with what it includes in its place. After an include the section goes on in which it stands. */
function readWithIncludes(path, home, depth = 0) {
    let text;
    try {
        text = (0,external_node_fs_.readFileSync)(path, 'utf8');
    }
    catch (error) {
        if (error.code === 'ENOENT')
            return '';
        throw error;
    }
    if (depth >= MOST_INCLUDES)
        throw new Error(`includes within includes: ${path}`);
    let section = 'Host *';
    return text
        .split(/\r?\n/)
        .flatMap((line) => {
        if (/^\s*(?:host|match)[\s=]/i.test(line))
            section = line;
        const included = /^\s*include(?:\s+|\s*=\s*)(.+)$/i.exec(line)?.[1];
        if (included === undefined)
            return [line];
        const paths = words(included).flatMap((pattern) => expandPattern(pattern, home));
        return [...paths.map((one) => readWithIncludes(one, home, depth + 1)), section];
    })
        .join('\n');
}
function words(text) {
    return [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
/** `*` and `?` may stand in the last part of a path; a relative one begins in `~/.ssh`. */
function expandPattern(pattern, home) {
    const path = pattern.startsWith('~/')
        ? (0,external_node_path_.join)(home, pattern.slice(2))
        : pattern.startsWith('/')
            ? pattern
            : (0,external_node_path_.join)(home, '.ssh', pattern);
    if (!/[*?]/.test((0,external_node_path_.basename)(path)))
        return [path];
    const source = (0,external_node_path_.basename)(path)
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*/g, '.*')
        .replace(/\?/g, '.');
    const isMatch = new RegExp(`^${source}$`);
    try {
        const names = (0,external_node_fs_.readdirSync)((0,external_node_path_.dirname)(path), { withFileTypes: true });
        return names
            .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && isMatch.test(entry.name))
            .map(({ name }) => (0,external_node_path_.join)((0,external_node_path_.dirname)(path), name))
            .sort();
    }
    catch {
        return [];
    }
}

;// CONCATENATED MODULE: ./src/pool/ssh-target.ts
/** Where `ssh://…` leads: the user's ssh_config, identities and known hosts, as ssh users expect them. */






const SSH_PORT = 22;
/** For messages. */
function nameOfHop({ username, host, port }) {
    return `${username}@${host}${port === SSH_PORT ? '' : `:${port}`}`;
}
const ADDRESS = /^(?:([A-Za-z0-9._-]+)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/;
/** Reads a pool's name; undefined if it is none that leads over SSH. */
function parseSshPoolName(name) {
    const match = /^ssh:\/\/([^/]+)(\/.*)$/.exec(name);
    const address = match === null ? undefined : parseAddress(match[1] ?? '');
    const folder = match?.[2] ?? '';
    if (address === undefined || folder === '/' || /[\0\n\r]/.test(folder))
        return undefined;
    return { ...address, folder };
}
function parseAddress(text) {
    const match = ADDRESS.exec(text);
    if (match === null)
        return undefined;
    const [, user, host = '', port] = match;
    if (host.startsWith('-') || user?.startsWith('-') === true)
        return undefined;
    const number = port === undefined ? undefined : Number(port);
    if (number !== undefined && (number < 1 || number > 65535))
        return undefined;
    return { user, host: host.replace(/^\[|\]$/g, ''), port: number };
}
const USUAL_IDENTITIES = ['~/.ssh/id_ed25519', '~/.ssh/id_ecdsa', '~/.ssh/id_rsa'];
const USUAL_KNOWN_HOSTS = [
    '~/.ssh/known_hosts',
    '~/.ssh/known_hosts2',
    '/etc/ssh/ssh_known_hosts',
    '/etc/ssh/ssh_known_hosts2',
];
/** Resolves the whole way, reading what files it needs. Throws PoolUnavailable where one can't be used. */
function resolveTarget(name, access) {
    const home = homeOf(access);
    const config = readSshConfig((0,external_node_path_.join)(home, '.ssh', 'config'), home);
    const settings = config(name.host);
    const last = resolveHop(name, access, settings);
    const jump = access.jump ?? settings.one('proxyjump') ?? 'none';
    if (jump.toLowerCase() === 'none') {
        const command = settings.one('proxycommand') ?? 'none';
        if (command.toLowerCase() !== 'none') {
            throw new pool/* PoolUnavailable */.pP('input', `~/.ssh/config has a ProxyCommand for ${name.host}, which is not supported: use ProxyJump, or --jump user@host (--jump none goes straight there)`);
        }
        return { hops: [last], folder: name.folder };
    }
    const address = parseAddress(jump.replace(/^ssh:\/\//, ''));
    if (address === undefined) {
        throw new pool/* PoolUnavailable */.pP('input', `the jump host ${JSON.stringify(jump)} does not read as user@host:port, and only one is supported`);
    }
    return { hops: [resolveHop(address, access, config(address.host)), last], folder: name.folder };
}
function resolveHop({ user, host, port }, access, settings) {
    const hostName = fillIn(settings.one('hostname') ?? '%h', { h: host });
    const hostPort = port ?? configuredPort(settings, host);
    const username = user ?? settings.one('user') ?? localUser(host);
    // what ssh_config's paths may contain
    const tokens = {
        h: hostName,
        n: host,
        p: String(hostPort),
        r: username,
        d: homeOf(access),
        u: localUserOrNone(),
    };
    const path = (text) => expandHome(fillIn(text, tokens), access);
    const configured = settings.all('identityfile').map(path);
    const usesOwnKey = access.privateKey !== undefined || access.privateKeyFile !== undefined;
    return {
        host: hostName,
        port: hostPort,
        username,
        identities: identitiesOf(access, configured),
        passphrase: access.passphrase,
        agent: usesOwnKey ? undefined : agentOf(access, settings, path),
        agentKeys: settings.one('identitiesonly')?.toLowerCase() === 'yes' ? publicKeys(configured) : undefined,
        hostKeys: knownHostsOf(access, settings.all('userknownhostsfile').map(path)),
    };
}
function configuredPort(settings, host) {
    const text = settings.one('port');
    if (text === undefined)
        return SSH_PORT;
    const port = Number(text);
    if (Number.isInteger(port) && port >= 1 && port <= 65535)
        return port;
    throw new pool/* PoolUnavailable */.pP('input', `~/.ssh/config has for ${host} a Port that is none: ${JSON.stringify(text)}`);
}
function localUser(host) {
    const name = localUserOrNone();
    if (name !== '')
        return name;
    throw new pool/* PoolUnavailable */.pP('input', `who is to log in at ${host}? Name the user: ssh://user@${host}/folder`);
}
/** A container may run under a number that has no name. */
function localUserOrNone() {
    try {
        return (0,external_node_os_.userInfo)().username;
    }
    catch {
        return '';
    }
}
function fillIn(text, tokens) {
    return text.replace(/%(.)/g, (whole, token) => (token === '%' ? '%' : (tokens[token] ?? whole)));
}
function agentOf(access, settings, path) {
    const configured = settings.one('identityagent');
    if (configured === undefined || configured === 'SSH_AUTH_SOCK')
        return access.agent;
    return configured.toLowerCase() === 'none' ? undefined : path(configured);
}
function identitiesOf(access, configured) {
    const { privateKey, privateKeyFile } = access;
    if (privateKey !== undefined) {
        return [
            {
                name: 'the private key given (private-key, GIVEWAY_PRIVATE_KEY)',
                key: normalizeKey(privateKey),
                isNamed: true,
            },
        ];
    }
    if (privateKeyFile !== undefined) {
        const path = expandHome(privateKeyFile, access);
        try {
            return [{ name: path, key: normalizeKey((0,external_node_fs_.readFileSync)(path, 'utf8')), isNamed: true }];
        }
        catch (error) {
            throw new pool/* PoolUnavailable */.pP('input', `can't read the private key: ${error.message}`, {
                cause: error,
            });
        }
    }
    const paths = configured.length > 0 ? configured : USUAL_IDENTITIES.map((path) => expandHome(path, access));
    return paths.flatMap((path) => {
        const key = readIfThere(path);
        return key === undefined ? [] : [{ name: path, key: normalizeKey(key), isNamed: false }];
    });
}
/** The public halves of these identities, where they lie beside them or are what was named. */
function publicKeys(paths) {
    return paths.flatMap((path) => {
        const text = readIfThere(path.endsWith('.pub') ? path : `${path}.pub`);
        return text === undefined ? [] : [text.trim()];
    });
}
function readIfThere(path) {
    try {
        return (0,external_node_fs_.existsSync)(path) ? (0,external_node_fs_.readFileSync)(path, 'utf8') : undefined;
    }
    catch {
        return undefined;
    }
}
/** Carriage returns are harmless, and a last newline is easily lost. */
function normalizeKey(text) {
    return `${text.replace(/\r\n?/g, '\n').trim()}\n`;
}
function knownHostsOf(access, configured) {
    const given = access.knownHosts;
    if (given === undefined) {
        const paths = configured.length > 0 ? configured : USUAL_KNOWN_HOSTS.map((path) => expandHome(path, access));
        // what can't be read knows nobody, and so lets nobody in
        return (0,known_hosts/* parseKnownHosts */.uJ)(paths.map((path) => readIfThere(path) ?? '').join('\n'));
    }
    const text = isKnownHostsText(given) ? given : readKnownHosts(expandHome(given, access));
    const known = (0,known_hosts/* parseKnownHosts */.uJ)(text);
    if (known.hosts.length === 0 && known.pins.length === 0) {
        throw new pool/* PoolUnavailable */.pP('input', `no host key can be read in what was given as known hosts: it takes a file or lines of ssh-keyscan, or SHA256:… fingerprints whole`);
    }
    return known;
}
function readKnownHosts(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, 'utf8');
    }
    catch (error) {
        const { message } = error;
        throw new pool/* PoolUnavailable */.pP('input', `can't read the known hosts: ${message}`, { cause: error });
    }
}
/** A text has blanks between its fields, or is a fingerprint; a path rarely has either. */
function isKnownHostsText(given) {
    return /^(?:SHA256|MD5):/.test(given) || given.includes('\n') || /\s(?:ssh|ecdsa|sk)-\S+\s/.test(given);
}
function homeOf({ home }) {
    if (home !== undefined)
        return home;
    try {
        return (0,external_node_os_.homedir)();
    }
    catch {
        return '/';
    }
}
function expandHome(path, access) {
    return path === '~' || path.startsWith('~/') ? (0,external_node_path_.join)(homeOf(access), path.slice(1)) : path;
}


/***/ }),

/***/ 2613:
/***/ ((module) => {

"use strict";
module.exports = require("assert");

/***/ }),

/***/ 181:
/***/ ((module) => {

"use strict";
module.exports = require("buffer");

/***/ }),

/***/ 5317:
/***/ ((module) => {

"use strict";
module.exports = require("child_process");

/***/ }),

/***/ 6982:
/***/ ((module) => {

"use strict";
module.exports = require("crypto");

/***/ }),

/***/ 2250:
/***/ ((module) => {

"use strict";
module.exports = require("dns");

/***/ }),

/***/ 4434:
/***/ ((module) => {

"use strict";
module.exports = require("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

"use strict";
module.exports = require("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

"use strict";
module.exports = require("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

"use strict";
module.exports = require("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

"use strict";
module.exports = require("net");

/***/ }),

/***/ 1421:
/***/ ((module) => {

"use strict";
module.exports = require("node:child_process");

/***/ }),

/***/ 7598:
/***/ ((module) => {

"use strict";
module.exports = require("node:crypto");

/***/ }),

/***/ 8474:
/***/ ((module) => {

"use strict";
module.exports = require("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

"use strict";
module.exports = require("node:fs");

/***/ }),

/***/ 7030:
/***/ ((module) => {

"use strict";
module.exports = require("node:net");

/***/ }),

/***/ 8161:
/***/ ((module) => {

"use strict";
module.exports = require("node:os");

/***/ }),

/***/ 6760:
/***/ ((module) => {

"use strict";
module.exports = require("node:path");

/***/ }),

/***/ 1708:
/***/ ((module) => {

"use strict";
module.exports = require("node:process");

/***/ }),

/***/ 6928:
/***/ ((module) => {

"use strict";
module.exports = require("path");

/***/ }),

/***/ 2203:
/***/ ((module) => {

"use strict";
module.exports = require("stream");

/***/ }),

/***/ 4756:
/***/ ((module) => {

"use strict";
module.exports = require("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

"use strict";
module.exports = require("util");

/***/ }),

/***/ 3106:
/***/ ((module) => {

"use strict";
module.exports = require("zlib");

/***/ }),

/***/ 8909:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { Argument } = __nccwpck_require__(9154);
const { Command } = __nccwpck_require__(4348);
const { CommanderError, InvalidArgumentError } = __nccwpck_require__(1135);
const { Help } = __nccwpck_require__(9754);
const { Option } = __nccwpck_require__(5240);

exports.DM = new Command();

exports.gu = (name) => new Command(name);
exports.Ww = (flags, description) => new Option(flags, description);
exports.er = (name, description) => new Argument(name, description);

/**
 * Expose classes
 */

exports.uB = Command;
exports.c$ = Option;
exports.ef = Argument;
exports._V = Help;

exports.b7 = CommanderError;
exports.Di = InvalidArgumentError;
exports.a2 = InvalidArgumentError; // Deprecated


/***/ }),

/***/ 9154:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { InvalidArgumentError } = __nccwpck_require__(1135);

class Argument {
  /**
   * Initialize a new command argument with the given name and description.
   * The default is that the argument is required, and you can explicitly
   * indicate this with <> around the name. Put [] around the name for an optional argument.
   *
   * @param {string} name
   * @param {string} [description]
   */

  constructor(name, description) {
    this.description = description || '';
    this.variadic = false;
    this.parseArg = undefined;
    this.defaultValue = undefined;
    this.defaultValueDescription = undefined;
    this.argChoices = undefined;

    switch (name[0]) {
      case '<': // e.g. <required>
        this.required = true;
        this._name = name.slice(1, -1);
        break;
      case '[': // e.g. [optional]
        this.required = false;
        this._name = name.slice(1, -1);
        break;
      default:
        this.required = true;
        this._name = name;
        break;
    }

    if (this._name.endsWith('...')) {
      this.variadic = true;
      this._name = this._name.slice(0, -3);
    }
  }

  /**
   * Return argument name.
   *
   * @return {string}
   */

  name() {
    return this._name;
  }

  /**
   * @package
   */

  _collectValue(value, previous) {
    if (previous === this.defaultValue || !Array.isArray(previous)) {
      return [value];
    }

    previous.push(value);
    return previous;
  }

  /**
   * Set the default value, and optionally supply the description to be displayed in the help.
   *
   * @param {*} value
   * @param {string} [description]
   * @return {Argument}
   */

  default(value, description) {
    this.defaultValue = value;
    this.defaultValueDescription = description;
    return this;
  }

  /**
   * Set the custom handler for processing CLI command arguments into argument values.
   *
   * @param {Function} [fn]
   * @return {Argument}
   */

  argParser(fn) {
    this.parseArg = fn;
    return this;
  }

  /**
   * Only allow argument value to be one of choices.
   *
   * @param {string[]} values
   * @return {Argument}
   */

  choices(values) {
    this.argChoices = values.slice();
    this.parseArg = (arg, previous) => {
      if (!this.argChoices.includes(arg)) {
        throw new InvalidArgumentError(
          `Allowed choices are ${this.argChoices.join(', ')}.`,
        );
      }
      if (this.variadic) {
        return this._collectValue(arg, previous);
      }
      return arg;
    };
    return this;
  }

  /**
   * Make argument required.
   *
   * @returns {Argument}
   */
  argRequired() {
    this.required = true;
    return this;
  }

  /**
   * Make argument optional.
   *
   * @returns {Argument}
   */
  argOptional() {
    this.required = false;
    return this;
  }
}

/**
 * Takes an argument and returns its human readable equivalent for help usage.
 *
 * @param {Argument} arg
 * @return {string}
 * @private
 */

function humanReadableArgName(arg) {
  const nameOutput = arg.name() + (arg.variadic === true ? '...' : '');

  return arg.required ? '<' + nameOutput + '>' : '[' + nameOutput + ']';
}

exports.Argument = Argument;
exports.humanReadableArgName = humanReadableArgName;


/***/ }),

/***/ 4348:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const EventEmitter = (__nccwpck_require__(8474).EventEmitter);
const childProcess = __nccwpck_require__(1421);
const path = __nccwpck_require__(6760);
const fs = __nccwpck_require__(3024);
const process = __nccwpck_require__(1708);

const { Argument, humanReadableArgName } = __nccwpck_require__(9154);
const { CommanderError } = __nccwpck_require__(1135);
const { Help, stripColor } = __nccwpck_require__(9754);
const { Option, DualOptions } = __nccwpck_require__(5240);
const { suggestSimilar } = __nccwpck_require__(5030);

class Command extends EventEmitter {
  /**
   * Initialize a new `Command`.
   *
   * @param {string} [name]
   */

  constructor(name) {
    super();
    /** @type {Command[]} */
    this.commands = [];
    /** @type {Option[]} */
    this.options = [];
    this.parent = null;
    this._allowUnknownOption = false;
    this._allowExcessArguments = false;
    /** @type {Argument[]} */
    this.registeredArguments = [];
    this._args = this.registeredArguments; // deprecated old name
    /** @type {string[]} */
    this.args = []; // cli args with options removed
    this.rawArgs = [];
    this.processedArgs = []; // like .args but after custom processing and collecting variadic
    this._scriptPath = null;
    this._name = name || '';
    this._optionValues = {};
    this._optionValueSources = {}; // default, env, cli etc
    this._storeOptionsAsProperties = false;
    this._actionHandler = null;
    this._executableHandler = false;
    this._executableFile = null; // custom name for executable
    this._executableDir = null; // custom search directory for subcommands
    this._defaultCommandName = null;
    this._exitCallback = null;
    this._aliases = [];
    this._combineFlagAndOptionalValue = true;
    this._description = '';
    this._summary = '';
    this._argsDescription = undefined; // legacy
    this._enablePositionalOptions = false;
    this._passThroughOptions = false;
    this._lifeCycleHooks = {}; // a hash of arrays
    /** @type {(boolean | string)} */
    this._showHelpAfterError = false;
    this._showSuggestionAfterError = true;
    this._savedState = null; // used in save/restoreStateBeforeParse

    // see configureOutput() for docs
    this._outputConfiguration = {
      writeOut: (str) => process.stdout.write(str),
      writeErr: (str) => process.stderr.write(str),
      outputError: (str, write) => write(str),
      getOutHelpWidth: () =>
        process.stdout.isTTY ? process.stdout.columns : undefined,
      getErrHelpWidth: () =>
        process.stderr.isTTY ? process.stderr.columns : undefined,
      getOutHasColors: () =>
        useColor() ?? (process.stdout.isTTY && process.stdout.hasColors?.()),
      getErrHasColors: () =>
        useColor() ?? (process.stderr.isTTY && process.stderr.hasColors?.()),
      stripColor: (str) => stripColor(str),
    };

    this._hidden = false;
    /** @type {(Option | null | undefined)} */
    this._helpOption = undefined; // Lazy created on demand. May be null if help option is disabled.
    this._addImplicitHelpCommand = undefined; // undecided whether true or false yet, not inherited
    /** @type {Command} */
    this._helpCommand = undefined; // lazy initialised, inherited
    this._helpConfiguration = {};
    /** @type {string | undefined} */
    this._helpGroupHeading = undefined; // soft initialised when added to parent
    /** @type {string | undefined} */
    this._defaultCommandGroup = undefined;
    /** @type {string | undefined} */
    this._defaultOptionGroup = undefined;
  }

  /**
   * Copy settings that are useful to have in common across root command and subcommands.
   *
   * (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
   *
   * @param {Command} sourceCommand
   * @return {Command} `this` command for chaining
   */
  copyInheritedSettings(sourceCommand) {
    this._outputConfiguration = sourceCommand._outputConfiguration;
    this._helpOption = sourceCommand._helpOption;
    this._helpCommand = sourceCommand._helpCommand;
    this._helpConfiguration = sourceCommand._helpConfiguration;
    this._exitCallback = sourceCommand._exitCallback;
    this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
    this._combineFlagAndOptionalValue =
      sourceCommand._combineFlagAndOptionalValue;
    this._allowExcessArguments = sourceCommand._allowExcessArguments;
    this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
    this._showHelpAfterError = sourceCommand._showHelpAfterError;
    this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;

    return this;
  }

  /**
   * @returns {Command[]}
   * @private
   */

  _getCommandAndAncestors() {
    const result = [];
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    for (let command = this; command; command = command.parent) {
      result.push(command);
    }
    return result;
  }

  /**
   * Define a command.
   *
   * There are two styles of command: pay attention to where to put the description.
   *
   * @example
   * // Command implemented using action handler (description is supplied separately to `.command`)
   * program
   *   .command('clone <source> [destination]')
   *   .description('clone a repository into a newly created directory')
   *   .action((source, destination) => {
   *     console.log('clone command called');
   *   });
   *
   * // Command implemented using separate executable file (description is second parameter to `.command`)
   * program
   *   .command('start <service>', 'start named service')
   *   .command('stop [service]', 'stop named service, or all if no name supplied');
   *
   * @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
   * @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
   * @param {object} [execOpts] - configuration options (for executable)
   * @return {Command} returns new command for action handler, or `this` for executable command
   */

  command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
    let desc = actionOptsOrExecDesc;
    let opts = execOpts;
    if (typeof desc === 'object' && desc !== null) {
      opts = desc;
      desc = null;
    }
    opts = opts || {};
    const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);

    const cmd = this.createCommand(name);
    if (desc) {
      cmd.description(desc);
      cmd._executableHandler = true;
    }
    if (opts.isDefault) this._defaultCommandName = cmd._name;
    cmd._hidden = !!(opts.noHelp || opts.hidden); // noHelp is deprecated old name for hidden
    cmd._executableFile = opts.executableFile || null; // Custom name for executable file, set missing to null to match constructor
    if (args) cmd.arguments(args);
    this._registerCommand(cmd);
    cmd.parent = this;
    cmd.copyInheritedSettings(this);

    if (desc) return this;
    return cmd;
  }

  /**
   * Factory routine to create a new unattached command.
   *
   * See .command() for creating an attached subcommand, which uses this routine to
   * create the command. You can override createCommand to customise subcommands.
   *
   * @param {string} [name]
   * @return {Command} new command
   */

  createCommand(name) {
    return new Command(name);
  }

  /**
   * You can customise the help with a subclass of Help by overriding createHelp,
   * or by overriding Help properties using configureHelp().
   *
   * @return {Help}
   */

  createHelp() {
    return Object.assign(new Help(), this.configureHelp());
  }

  /**
   * You can customise the help by overriding Help properties using configureHelp(),
   * or with a subclass of Help by overriding createHelp().
   *
   * @param {object} [configuration] - configuration options
   * @return {(Command | object)} `this` command for chaining, or stored configuration
   */

  configureHelp(configuration) {
    if (configuration === undefined) return this._helpConfiguration;

    this._helpConfiguration = configuration;
    return this;
  }

  /**
   * The default output goes to stdout and stderr. You can customise this for special
   * applications. You can also customise the display of errors by overriding outputError.
   *
   * The configuration properties are all functions:
   *
   *     // change how output being written, defaults to stdout and stderr
   *     writeOut(str)
   *     writeErr(str)
   *     // change how output being written for errors, defaults to writeErr
   *     outputError(str, write) // used for displaying errors and not used for displaying help
   *     // specify width for wrapping help
   *     getOutHelpWidth()
   *     getErrHelpWidth()
   *     // color support, currently only used with Help
   *     getOutHasColors()
   *     getErrHasColors()
   *     stripColor() // used to remove ANSI escape codes if output does not have colors
   *
   * @param {object} [configuration] - configuration options
   * @return {(Command | object)} `this` command for chaining, or stored configuration
   */

  configureOutput(configuration) {
    if (configuration === undefined) return this._outputConfiguration;

    this._outputConfiguration = {
      ...this._outputConfiguration,
      ...configuration,
    };
    return this;
  }

  /**
   * Display the help or a custom message after an error occurs.
   *
   * @param {(boolean|string)} [displayHelp]
   * @return {Command} `this` command for chaining
   */
  showHelpAfterError(displayHelp = true) {
    if (typeof displayHelp !== 'string') displayHelp = !!displayHelp;
    this._showHelpAfterError = displayHelp;
    return this;
  }

  /**
   * Display suggestion of similar commands for unknown commands, or options for unknown options.
   *
   * @param {boolean} [displaySuggestion]
   * @return {Command} `this` command for chaining
   */
  showSuggestionAfterError(displaySuggestion = true) {
    this._showSuggestionAfterError = !!displaySuggestion;
    return this;
  }

  /**
   * Add a prepared subcommand.
   *
   * See .command() for creating an attached subcommand which inherits settings from its parent.
   *
   * @param {Command} cmd - new subcommand
   * @param {object} [opts] - configuration options
   * @return {Command} `this` command for chaining
   */

  addCommand(cmd, opts) {
    if (!cmd._name) {
      throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
    }

    opts = opts || {};
    if (opts.isDefault) this._defaultCommandName = cmd._name;
    if (opts.noHelp || opts.hidden) cmd._hidden = true; // modifying passed command due to existing implementation

    this._registerCommand(cmd);
    cmd.parent = this;
    cmd._checkForBrokenPassThrough();

    return this;
  }

  /**
   * Factory routine to create a new unattached argument.
   *
   * See .argument() for creating an attached argument, which uses this routine to
   * create the argument. You can override createArgument to return a custom argument.
   *
   * @param {string} name
   * @param {string} [description]
   * @return {Argument} new argument
   */

  createArgument(name, description) {
    return new Argument(name, description);
  }

  /**
   * Define argument syntax for command.
   *
   * The default is that the argument is required, and you can explicitly
   * indicate this with <> around the name. Put [] around the name for an optional argument.
   *
   * @example
   * program.argument('<input-file>');
   * program.argument('[output-file]');
   *
   * @param {string} name
   * @param {string} [description]
   * @param {(Function|*)} [parseArg] - custom argument processing function or default value
   * @param {*} [defaultValue]
   * @return {Command} `this` command for chaining
   */
  argument(name, description, parseArg, defaultValue) {
    const argument = this.createArgument(name, description);
    if (typeof parseArg === 'function') {
      argument.default(defaultValue).argParser(parseArg);
    } else {
      argument.default(parseArg);
    }
    this.addArgument(argument);
    return this;
  }

  /**
   * Define argument syntax for command, adding multiple at once (without descriptions).
   *
   * See also .argument().
   *
   * @example
   * program.arguments('<cmd> [env]');
   *
   * @param {string} names
   * @return {Command} `this` command for chaining
   */

  arguments(names) {
    names
      .trim()
      .split(/ +/)
      .forEach((detail) => {
        this.argument(detail);
      });
    return this;
  }

  /**
   * Define argument syntax for command, adding a prepared argument.
   *
   * @param {Argument} argument
   * @return {Command} `this` command for chaining
   */
  addArgument(argument) {
    const previousArgument = this.registeredArguments.slice(-1)[0];
    if (previousArgument?.variadic) {
      throw new Error(
        `only the last argument can be variadic '${previousArgument.name()}'`,
      );
    }
    if (
      argument.required &&
      argument.defaultValue !== undefined &&
      argument.parseArg === undefined
    ) {
      throw new Error(
        `a default value for a required argument is never used: '${argument.name()}'`,
      );
    }
    this.registeredArguments.push(argument);
    return this;
  }

  /**
   * Customise or override default help command. By default a help command is automatically added if your command has subcommands.
   *
   * @example
   *    program.helpCommand('help [cmd]');
   *    program.helpCommand('help [cmd]', 'show help');
   *    program.helpCommand(false); // suppress default help command
   *    program.helpCommand(true); // add help command even if no subcommands
   *
   * @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
   * @param {string} [description] - custom description
   * @return {Command} `this` command for chaining
   */

  helpCommand(enableOrNameAndArgs, description) {
    if (typeof enableOrNameAndArgs === 'boolean') {
      this._addImplicitHelpCommand = enableOrNameAndArgs;
      if (enableOrNameAndArgs && this._defaultCommandGroup) {
        // make the command to store the group
        this._initCommandGroup(this._getHelpCommand());
      }
      return this;
    }

    const nameAndArgs = enableOrNameAndArgs ?? 'help [command]';
    const [, helpName, helpArgs] = nameAndArgs.match(/([^ ]+) *(.*)/);
    const helpDescription = description ?? 'display help for command';

    const helpCommand = this.createCommand(helpName);
    helpCommand.helpOption(false);
    if (helpArgs) helpCommand.arguments(helpArgs);
    if (helpDescription) helpCommand.description(helpDescription);

    this._addImplicitHelpCommand = true;
    this._helpCommand = helpCommand;
    // init group unless lazy create
    if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);

    return this;
  }

  /**
   * Add prepared custom help command.
   *
   * @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
   * @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
   * @return {Command} `this` command for chaining
   */
  addHelpCommand(helpCommand, deprecatedDescription) {
    // If not passed an object, call through to helpCommand for backwards compatibility,
    // as addHelpCommand was originally used like helpCommand is now.
    if (typeof helpCommand !== 'object') {
      this.helpCommand(helpCommand, deprecatedDescription);
      return this;
    }

    this._addImplicitHelpCommand = true;
    this._helpCommand = helpCommand;
    this._initCommandGroup(helpCommand);
    return this;
  }

  /**
   * Lazy create help command.
   *
   * @return {(Command|null)}
   * @package
   */
  _getHelpCommand() {
    const hasImplicitHelpCommand =
      this._addImplicitHelpCommand ??
      (this.commands.length &&
        !this._actionHandler &&
        !this._findCommand('help'));

    if (hasImplicitHelpCommand) {
      if (this._helpCommand === undefined) {
        this.helpCommand(undefined, undefined); // use default name and description
      }
      return this._helpCommand;
    }
    return null;
  }

  /**
   * Add hook for life cycle event.
   *
   * @param {string} event
   * @param {Function} listener
   * @return {Command} `this` command for chaining
   */

  hook(event, listener) {
    const allowedValues = ['preSubcommand', 'preAction', 'postAction'];
    if (!allowedValues.includes(event)) {
      throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
    }
    if (this._lifeCycleHooks[event]) {
      this._lifeCycleHooks[event].push(listener);
    } else {
      this._lifeCycleHooks[event] = [listener];
    }
    return this;
  }

  /**
   * Register callback to use as replacement for calling process.exit.
   *
   * @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
   * @return {Command} `this` command for chaining
   */

  exitOverride(fn) {
    if (fn) {
      this._exitCallback = fn;
    } else {
      this._exitCallback = (err) => {
        if (err.code !== 'commander.executeSubCommandAsync') {
          throw err;
        } else {
          // Async callback from spawn events, not useful to throw.
        }
      };
    }
    return this;
  }

  /**
   * Call process.exit, and _exitCallback if defined.
   *
   * @param {number} exitCode exit code for using with process.exit
   * @param {string} code an id string representing the error
   * @param {string} message human-readable description of the error
   * @return never
   * @private
   */

  _exit(exitCode, code, message) {
    if (this._exitCallback) {
      this._exitCallback(new CommanderError(exitCode, code, message));
      // Expecting this line is not reached.
    }
    process.exit(exitCode);
  }

  /**
   * Register callback `fn` for the command.
   *
   * @example
   * program
   *   .command('serve')
   *   .description('start service')
   *   .action(function() {
   *      // do work here
   *   });
   *
   * @param {Function} fn
   * @return {Command} `this` command for chaining
   */

  action(fn) {
    const listener = (args) => {
      // The .action callback takes an extra parameter which is the command or options.
      const expectedArgsCount = this.registeredArguments.length;
      const actionArgs = args.slice(0, expectedArgsCount);
      if (this._storeOptionsAsProperties) {
        actionArgs[expectedArgsCount] = this; // backwards compatible "options"
      } else {
        actionArgs[expectedArgsCount] = this.opts();
      }
      actionArgs.push(this);

      return fn.apply(this, actionArgs);
    };
    this._actionHandler = listener;
    return this;
  }

  /**
   * Factory routine to create a new unattached option.
   *
   * See .option() for creating an attached option, which uses this routine to
   * create the option. You can override createOption to return a custom option.
   *
   * @param {string} flags
   * @param {string} [description]
   * @return {Option} new option
   */

  createOption(flags, description) {
    return new Option(flags, description);
  }

  /**
   * Wrap parseArgs to catch 'commander.invalidArgument'.
   *
   * @param {(Option | Argument)} target
   * @param {string} value
   * @param {*} previous
   * @param {string} invalidArgumentMessage
   * @private
   */

  _callParseArg(target, value, previous, invalidArgumentMessage) {
    try {
      return target.parseArg(value, previous);
    } catch (err) {
      if (err.code === 'commander.invalidArgument') {
        const message = `${invalidArgumentMessage} ${err.message}`;
        this.error(message, { exitCode: err.exitCode, code: err.code });
      }
      throw err;
    }
  }

  /**
   * Check for option flag conflicts.
   * Register option if no conflicts found, or throw on conflict.
   *
   * @param {Option} option
   * @private
   */

  _registerOption(option) {
    const matchingOption =
      (option.short && this._findOption(option.short)) ||
      (option.long && this._findOption(option.long));
    if (matchingOption) {
      const matchingFlag =
        option.long && this._findOption(option.long)
          ? option.long
          : option.short;
      throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
    }

    this._initOptionGroup(option);
    this.options.push(option);
  }

  /**
   * Check for command name and alias conflicts with existing commands.
   * Register command if no conflicts found, or throw on conflict.
   *
   * @param {Command} command
   * @private
   */

  _registerCommand(command) {
    const knownBy = (cmd) => {
      return [cmd.name()].concat(cmd.aliases());
    };

    const alreadyUsed = knownBy(command).find((name) =>
      this._findCommand(name),
    );
    if (alreadyUsed) {
      const existingCmd = knownBy(this._findCommand(alreadyUsed)).join('|');
      const newCmd = knownBy(command).join('|');
      throw new Error(
        `cannot add command '${newCmd}' as already have command '${existingCmd}'`,
      );
    }

    this._initCommandGroup(command);
    this.commands.push(command);
  }

  /**
   * Add an option.
   *
   * @param {Option} option
   * @return {Command} `this` command for chaining
   */
  addOption(option) {
    this._registerOption(option);

    const oname = option.name();
    const name = option.attributeName();

    // store default value
    if (option.negate) {
      // --no-foo is special and defaults foo to true, unless a --foo option is already defined
      const positiveLongFlag = option.long.replace(/^--no-/, '--');
      if (!this._findOption(positiveLongFlag)) {
        this.setOptionValueWithSource(
          name,
          option.defaultValue === undefined ? true : option.defaultValue,
          'default',
        );
      }
    } else if (option.defaultValue !== undefined) {
      this.setOptionValueWithSource(name, option.defaultValue, 'default');
    }

    // handler for cli and env supplied values
    const handleOptionValue = (val, invalidValueMessage, valueSource) => {
      // val is null for optional option used without an optional-argument.
      // val is undefined for boolean and negated option.
      if (val == null && option.presetArg !== undefined) {
        val = option.presetArg;
      }

      // custom processing
      const oldValue = this.getOptionValue(name);
      if (val !== null && option.parseArg) {
        val = this._callParseArg(option, val, oldValue, invalidValueMessage);
      } else if (val !== null && option.variadic) {
        val = option._collectValue(val, oldValue);
      }

      // Fill-in appropriate missing values. Long winded but easy to follow.
      if (val == null) {
        if (option.negate) {
          val = false;
        } else if (option.isBoolean() || option.optional) {
          val = true;
        } else {
          val = ''; // not normal, parseArg might have failed or be a mock function for testing
        }
      }
      this.setOptionValueWithSource(name, val, valueSource);
    };

    this.on('option:' + oname, (val) => {
      const invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
      handleOptionValue(val, invalidValueMessage, 'cli');
    });

    if (option.envVar) {
      this.on('optionEnv:' + oname, (val) => {
        const invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
        handleOptionValue(val, invalidValueMessage, 'env');
      });
    }

    return this;
  }

  /**
   * Internal implementation shared by .option() and .requiredOption()
   *
   * @return {Command} `this` command for chaining
   * @private
   */
  _optionEx(config, flags, description, fn, defaultValue) {
    if (typeof flags === 'object' && flags instanceof Option) {
      throw new Error(
        'To add an Option object use addOption() instead of option() or requiredOption()',
      );
    }
    const option = this.createOption(flags, description);
    option.makeOptionMandatory(!!config.mandatory);
    if (typeof fn === 'function') {
      option.default(defaultValue).argParser(fn);
    } else if (fn instanceof RegExp) {
      // deprecated
      const regex = fn;
      fn = (val, def) => {
        const m = regex.exec(val);
        return m ? m[0] : def;
      };
      option.default(defaultValue).argParser(fn);
    } else {
      option.default(fn);
    }

    return this.addOption(option);
  }

  /**
   * Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
   *
   * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
   * option-argument is indicated by `<>` and an optional option-argument by `[]`.
   *
   * See the README for more details, and see also addOption() and requiredOption().
   *
   * @example
   * program
   *     .option('-p, --pepper', 'add pepper')
   *     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
   *     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
   *     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
   *
   * @param {string} flags
   * @param {string} [description]
   * @param {(Function|*)} [parseArg] - custom option processing function or default value
   * @param {*} [defaultValue]
   * @return {Command} `this` command for chaining
   */

  option(flags, description, parseArg, defaultValue) {
    return this._optionEx({}, flags, description, parseArg, defaultValue);
  }

  /**
   * Add a required option which must have a value after parsing. This usually means
   * the option must be specified on the command line. (Otherwise the same as .option().)
   *
   * The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
   *
   * @param {string} flags
   * @param {string} [description]
   * @param {(Function|*)} [parseArg] - custom option processing function or default value
   * @param {*} [defaultValue]
   * @return {Command} `this` command for chaining
   */

  requiredOption(flags, description, parseArg, defaultValue) {
    return this._optionEx(
      { mandatory: true },
      flags,
      description,
      parseArg,
      defaultValue,
    );
  }

  /**
   * Alter parsing of short flags with optional values.
   *
   * @example
   * // for `.option('-f,--flag [value]'):
   * program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
   * program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
   *
   * @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
   * @return {Command} `this` command for chaining
   */
  combineFlagAndOptionalValue(combine = true) {
    this._combineFlagAndOptionalValue = !!combine;
    return this;
  }

  /**
   * Allow unknown options on the command line.
   *
   * @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
   * @return {Command} `this` command for chaining
   */
  allowUnknownOption(allowUnknown = true) {
    this._allowUnknownOption = !!allowUnknown;
    return this;
  }

  /**
   * Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
   *
   * @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
   * @return {Command} `this` command for chaining
   */
  allowExcessArguments(allowExcess = true) {
    this._allowExcessArguments = !!allowExcess;
    return this;
  }

  /**
   * Enable positional options. Positional means global options are specified before subcommands which lets
   * subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
   * The default behaviour is non-positional and global options may appear anywhere on the command line.
   *
   * @param {boolean} [positional]
   * @return {Command} `this` command for chaining
   */
  enablePositionalOptions(positional = true) {
    this._enablePositionalOptions = !!positional;
    return this;
  }

  /**
   * Pass through options that come after command-arguments rather than treat them as command-options,
   * so actual command-options come before command-arguments. Turning this on for a subcommand requires
   * positional options to have been enabled on the program (parent commands).
   * The default behaviour is non-positional and options may appear before or after command-arguments.
   *
   * @param {boolean} [passThrough] for unknown options.
   * @return {Command} `this` command for chaining
   */
  passThroughOptions(passThrough = true) {
    this._passThroughOptions = !!passThrough;
    this._checkForBrokenPassThrough();
    return this;
  }

  /**
   * @private
   */

  _checkForBrokenPassThrough() {
    if (
      this.parent &&
      this._passThroughOptions &&
      !this.parent._enablePositionalOptions
    ) {
      throw new Error(
        `passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`,
      );
    }
  }

  /**
   * Whether to store option values as properties on command object,
   * or store separately (specify false). In both cases the option values can be accessed using .opts().
   *
   * @param {boolean} [storeAsProperties=true]
   * @return {Command} `this` command for chaining
   */

  storeOptionsAsProperties(storeAsProperties = true) {
    if (this.options.length) {
      throw new Error('call .storeOptionsAsProperties() before adding options');
    }
    if (Object.keys(this._optionValues).length) {
      throw new Error(
        'call .storeOptionsAsProperties() before setting option values',
      );
    }
    this._storeOptionsAsProperties = !!storeAsProperties;
    return this;
  }

  /**
   * Retrieve option value.
   *
   * @param {string} key
   * @return {object} value
   */

  getOptionValue(key) {
    if (this._storeOptionsAsProperties) {
      return this[key];
    }
    return this._optionValues[key];
  }

  /**
   * Store option value.
   *
   * @param {string} key
   * @param {object} value
   * @return {Command} `this` command for chaining
   */

  setOptionValue(key, value) {
    return this.setOptionValueWithSource(key, value, undefined);
  }

  /**
   * Store option value and where the value came from.
   *
   * @param {string} key
   * @param {object} value
   * @param {string} source - expected values are default/config/env/cli/implied
   * @return {Command} `this` command for chaining
   */

  setOptionValueWithSource(key, value, source) {
    if (this._storeOptionsAsProperties) {
      this[key] = value;
    } else {
      this._optionValues[key] = value;
    }
    this._optionValueSources[key] = source;
    return this;
  }

  /**
   * Get source of option value.
   * Expected values are default | config | env | cli | implied
   *
   * @param {string} key
   * @return {string}
   */

  getOptionValueSource(key) {
    return this._optionValueSources[key];
  }

  /**
   * Get source of option value. See also .optsWithGlobals().
   * Expected values are default | config | env | cli | implied
   *
   * @param {string} key
   * @return {string}
   */

  getOptionValueSourceWithGlobals(key) {
    // global overwrites local, like optsWithGlobals
    let source;
    this._getCommandAndAncestors().forEach((cmd) => {
      if (cmd.getOptionValueSource(key) !== undefined) {
        source = cmd.getOptionValueSource(key);
      }
    });
    return source;
  }

  /**
   * Get user arguments from implied or explicit arguments.
   * Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
   *
   * @private
   */

  _prepareUserArgs(argv, parseOptions) {
    if (argv !== undefined && !Array.isArray(argv)) {
      throw new Error('first parameter to parse must be array or undefined');
    }
    parseOptions = parseOptions || {};

    // auto-detect argument conventions if nothing supplied
    if (argv === undefined && parseOptions.from === undefined) {
      if (process.versions?.electron) {
        parseOptions.from = 'electron';
      }
      // check node specific options for scenarios where user CLI args follow executable without scriptname
      const execArgv = process.execArgv ?? [];
      if (
        execArgv.includes('-e') ||
        execArgv.includes('--eval') ||
        execArgv.includes('-p') ||
        execArgv.includes('--print')
      ) {
        parseOptions.from = 'eval'; // internal usage, not documented
      }
    }

    // default to using process.argv
    if (argv === undefined) {
      argv = process.argv;
    }
    this.rawArgs = argv.slice();

    // extract the user args and scriptPath
    let userArgs;
    switch (parseOptions.from) {
      case undefined:
      case 'node':
        this._scriptPath = argv[1];
        userArgs = argv.slice(2);
        break;
      case 'electron':
        // @ts-ignore: because defaultApp is an unknown property
        if (process.defaultApp) {
          this._scriptPath = argv[1];
          userArgs = argv.slice(2);
        } else {
          userArgs = argv.slice(1);
        }
        break;
      case 'user':
        userArgs = argv.slice(0);
        break;
      case 'eval':
        userArgs = argv.slice(1);
        break;
      default:
        throw new Error(
          `unexpected parse option { from: '${parseOptions.from}' }`,
        );
    }

    // Find default name for program from arguments.
    if (!this._name && this._scriptPath)
      this.nameFromFilename(this._scriptPath);
    this._name = this._name || 'program';

    return userArgs;
  }

  /**
   * Parse `argv`, setting options and invoking commands when defined.
   *
   * Use parseAsync instead of parse if any of your action handlers are async.
   *
   * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
   *
   * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
   * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
   * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
   * - `'user'`: just user arguments
   *
   * @example
   * program.parse(); // parse process.argv and auto-detect electron and special node flags
   * program.parse(process.argv); // assume argv[0] is app and argv[1] is script
   * program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
   *
   * @param {string[]} [argv] - optional, defaults to process.argv
   * @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
   * @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
   * @return {Command} `this` command for chaining
   */

  parse(argv, parseOptions) {
    this._prepareForParse();
    const userArgs = this._prepareUserArgs(argv, parseOptions);
    this._parseCommand([], userArgs);

    return this;
  }

  /**
   * Parse `argv`, setting options and invoking commands when defined.
   *
   * Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
   *
   * Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
   * - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
   * - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
   * - `'user'`: just user arguments
   *
   * @example
   * await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
   * await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
   * await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
   *
   * @param {string[]} [argv]
   * @param {object} [parseOptions]
   * @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
   * @return {Promise}
   */

  async parseAsync(argv, parseOptions) {
    this._prepareForParse();
    const userArgs = this._prepareUserArgs(argv, parseOptions);
    await this._parseCommand([], userArgs);

    return this;
  }

  _prepareForParse() {
    if (this._savedState === null) {
      this.saveStateBeforeParse();
    } else {
      this.restoreStateBeforeParse();
    }
  }

  /**
   * Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
   * Not usually called directly, but available for subclasses to save their custom state.
   *
   * This is called in a lazy way. Only commands used in parsing chain will have state saved.
   */
  saveStateBeforeParse() {
    this._savedState = {
      // name is stable if supplied by author, but may be unspecified for root command and deduced during parsing
      _name: this._name,
      // option values before parse have default values (including false for negated options)
      // shallow clones
      _optionValues: { ...this._optionValues },
      _optionValueSources: { ...this._optionValueSources },
    };
  }

  /**
   * Restore state before parse for calls after the first.
   * Not usually called directly, but available for subclasses to save their custom state.
   *
   * This is called in a lazy way. Only commands used in parsing chain will have state restored.
   */
  restoreStateBeforeParse() {
    if (this._storeOptionsAsProperties)
      throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);

    // clear state from _prepareUserArgs
    this._name = this._savedState._name;
    this._scriptPath = null;
    this.rawArgs = [];
    // clear state from setOptionValueWithSource
    this._optionValues = { ...this._savedState._optionValues };
    this._optionValueSources = { ...this._savedState._optionValueSources };
    // clear state from _parseCommand
    this.args = [];
    // clear state from _processArguments
    this.processedArgs = [];
  }

  /**
   * Throw if expected executable is missing. Add lots of help for author.
   *
   * @param {string} executableFile
   * @param {string} executableDir
   * @param {string} subcommandName
   */
  _checkForMissingExecutable(executableFile, executableDir, subcommandName) {
    if (fs.existsSync(executableFile)) return;

    const executableDirMessage = executableDir
      ? `searched for local subcommand relative to directory '${executableDir}'`
      : 'no directory for search for local subcommand, use .executableDir() to supply a custom directory';
    const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDirMessage}`;
    throw new Error(executableMissing);
  }

  /**
   * Execute a sub-command executable.
   *
   * @private
   */

  _executeSubCommand(subcommand, args) {
    args = args.slice();
    let launchWithNode = false; // Use node for source targets so do not need to get permissions correct, and on Windows.
    const sourceExt = ['.js', '.ts', '.tsx', '.mjs', '.cjs'];

    function findFile(baseDir, baseName) {
      // Look for specified file
      const localBin = path.resolve(baseDir, baseName);
      if (fs.existsSync(localBin)) return localBin;

      // Stop looking if candidate already has an expected extension.
      if (sourceExt.includes(path.extname(baseName))) return undefined;

      // Try all the extensions.
      const foundExt = sourceExt.find((ext) =>
        fs.existsSync(`${localBin}${ext}`),
      );
      if (foundExt) return `${localBin}${foundExt}`;

      return undefined;
    }

    // Not checking for help first. Unlikely to have mandatory and executable, and can't robustly test for help flags in external command.
    this._checkForMissingMandatoryOptions();
    this._checkForConflictingOptions();

    // executableFile and executableDir might be full path, or just a name
    let executableFile =
      subcommand._executableFile || `${this._name}-${subcommand._name}`;
    let executableDir = this._executableDir || '';
    if (this._scriptPath) {
      let resolvedScriptPath; // resolve possible symlink for installed npm binary
      try {
        resolvedScriptPath = fs.realpathSync(this._scriptPath);
      } catch {
        resolvedScriptPath = this._scriptPath;
      }
      executableDir = path.resolve(
        path.dirname(resolvedScriptPath),
        executableDir,
      );
    }

    // Look for a local file in preference to a command in PATH.
    if (executableDir) {
      let localFile = findFile(executableDir, executableFile);

      // Legacy search using prefix of script name instead of command name
      if (!localFile && !subcommand._executableFile && this._scriptPath) {
        const legacyName = path.basename(
          this._scriptPath,
          path.extname(this._scriptPath),
        );
        if (legacyName !== this._name) {
          localFile = findFile(
            executableDir,
            `${legacyName}-${subcommand._name}`,
          );
        }
      }
      executableFile = localFile || executableFile;
    }

    launchWithNode = sourceExt.includes(path.extname(executableFile));

    let proc;
    if (process.platform !== 'win32') {
      if (launchWithNode) {
        args.unshift(executableFile);
        // add executable arguments to spawn
        args = incrementNodeInspectorPort(process.execArgv).concat(args);

        proc = childProcess.spawn(process.argv[0], args, { stdio: 'inherit' });
      } else {
        proc = childProcess.spawn(executableFile, args, { stdio: 'inherit' });
      }
    } else {
      this._checkForMissingExecutable(
        executableFile,
        executableDir,
        subcommand._name,
      );
      args.unshift(executableFile);
      // add executable arguments to spawn
      args = incrementNodeInspectorPort(process.execArgv).concat(args);
      proc = childProcess.spawn(process.execPath, args, { stdio: 'inherit' });
    }

    if (!proc.killed) {
      // testing mainly to avoid leak warnings during unit tests with mocked spawn
      const signals = ['SIGUSR1', 'SIGUSR2', 'SIGTERM', 'SIGINT', 'SIGHUP'];
      signals.forEach((signal) => {
        process.on(signal, () => {
          if (proc.killed === false && proc.exitCode === null) {
            // @ts-ignore because signals not typed to known strings
            proc.kill(signal);
          }
        });
      });
    }

    // By default terminate process when spawned process terminates.
    const exitCallback = this._exitCallback;
    proc.on('close', (code) => {
      code = code ?? 1; // code is null if spawned process terminated due to a signal
      if (!exitCallback) {
        process.exit(code);
      } else {
        exitCallback(
          new CommanderError(
            code,
            'commander.executeSubCommandAsync',
            '(close)',
          ),
        );
      }
    });
    proc.on('error', (err) => {
      // @ts-ignore: because err.code is an unknown property
      if (err.code === 'ENOENT') {
        this._checkForMissingExecutable(
          executableFile,
          executableDir,
          subcommand._name,
        );
        // @ts-ignore: because err.code is an unknown property
      } else if (err.code === 'EACCES') {
        throw new Error(`'${executableFile}' not executable`);
      }
      if (!exitCallback) {
        process.exit(1);
      } else {
        const wrappedError = new CommanderError(
          1,
          'commander.executeSubCommandAsync',
          '(error)',
        );
        wrappedError.nestedError = err;
        exitCallback(wrappedError);
      }
    });

    // Store the reference to the child process
    this.runningCommand = proc;
  }

  /**
   * @private
   */

  _dispatchSubcommand(commandName, operands, unknown) {
    const subCommand = this._findCommand(commandName);
    if (!subCommand) this.help({ error: true });

    subCommand._prepareForParse();
    let promiseChain;
    promiseChain = this._chainOrCallSubCommandHook(
      promiseChain,
      subCommand,
      'preSubcommand',
    );
    promiseChain = this._chainOrCall(promiseChain, () => {
      if (subCommand._executableHandler) {
        this._executeSubCommand(subCommand, operands.concat(unknown));
      } else {
        return subCommand._parseCommand(operands, unknown);
      }
    });
    return promiseChain;
  }

  /**
   * Invoke help directly if possible, or dispatch if necessary.
   * e.g. help foo
   *
   * @private
   */

  _dispatchHelpCommand(subcommandName) {
    if (!subcommandName) {
      this.help();
    }
    const subCommand = this._findCommand(subcommandName);
    if (subCommand && !subCommand._executableHandler) {
      subCommand.help();
    }

    // Fallback to parsing the help flag to invoke the help.
    return this._dispatchSubcommand(
      subcommandName,
      [],
      [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? '--help'],
    );
  }

  /**
   * Check this.args against expected this.registeredArguments.
   *
   * @private
   */

  _checkNumberOfArguments() {
    // too few
    this.registeredArguments.forEach((arg, i) => {
      if (arg.required && this.args[i] == null) {
        this.missingArgument(arg.name());
      }
    });
    // too many
    if (
      this.registeredArguments.length > 0 &&
      this.registeredArguments[this.registeredArguments.length - 1].variadic
    ) {
      return;
    }
    if (this.args.length > this.registeredArguments.length) {
      this._excessArguments(this.args);
    }
  }

  /**
   * Process this.args using this.registeredArguments and save as this.processedArgs!
   *
   * @private
   */

  _processArguments() {
    const myParseArg = (argument, value, previous) => {
      // Extra processing for nice error message on parsing failure.
      let parsedValue = value;
      if (value !== null && argument.parseArg) {
        const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
        parsedValue = this._callParseArg(
          argument,
          value,
          previous,
          invalidValueMessage,
        );
      }
      return parsedValue;
    };

    this._checkNumberOfArguments();

    const processedArgs = [];
    this.registeredArguments.forEach((declaredArg, index) => {
      let value = declaredArg.defaultValue;
      if (declaredArg.variadic) {
        // Collect together remaining arguments for passing together as an array.
        if (index < this.args.length) {
          value = this.args.slice(index);
          if (declaredArg.parseArg) {
            value = value.reduce((processed, v) => {
              return myParseArg(declaredArg, v, processed);
            }, declaredArg.defaultValue);
          }
        } else if (value === undefined) {
          value = [];
        }
      } else if (index < this.args.length) {
        value = this.args[index];
        if (declaredArg.parseArg) {
          value = myParseArg(declaredArg, value, declaredArg.defaultValue);
        }
      }
      processedArgs[index] = value;
    });
    this.processedArgs = processedArgs;
  }

  /**
   * Once we have a promise we chain, but call synchronously until then.
   *
   * @param {(Promise|undefined)} promise
   * @param {Function} fn
   * @return {(Promise|undefined)}
   * @private
   */

  _chainOrCall(promise, fn) {
    // thenable
    if (promise?.then && typeof promise.then === 'function') {
      // already have a promise, chain callback
      return promise.then(() => fn());
    }
    // callback might return a promise
    return fn();
  }

  /**
   *
   * @param {(Promise|undefined)} promise
   * @param {string} event
   * @return {(Promise|undefined)}
   * @private
   */

  _chainOrCallHooks(promise, event) {
    let result = promise;
    const hooks = [];
    this._getCommandAndAncestors()
      .reverse()
      .filter((cmd) => cmd._lifeCycleHooks[event] !== undefined)
      .forEach((hookedCommand) => {
        hookedCommand._lifeCycleHooks[event].forEach((callback) => {
          hooks.push({ hookedCommand, callback });
        });
      });
    if (event === 'postAction') {
      hooks.reverse();
    }

    hooks.forEach((hookDetail) => {
      result = this._chainOrCall(result, () => {
        return hookDetail.callback(hookDetail.hookedCommand, this);
      });
    });
    return result;
  }

  /**
   *
   * @param {(Promise|undefined)} promise
   * @param {Command} subCommand
   * @param {string} event
   * @return {(Promise|undefined)}
   * @private
   */

  _chainOrCallSubCommandHook(promise, subCommand, event) {
    let result = promise;
    if (this._lifeCycleHooks[event] !== undefined) {
      this._lifeCycleHooks[event].forEach((hook) => {
        result = this._chainOrCall(result, () => {
          return hook(this, subCommand);
        });
      });
    }
    return result;
  }

  /**
   * Process arguments in context of this command.
   * Returns action result, in case it is a promise.
   *
   * @private
   */

  _parseCommand(operands, unknown) {
    const parsed = this.parseOptions(unknown);
    this._parseOptionsEnv(); // after cli, so parseArg not called on both cli and env
    this._parseOptionsImplied();
    operands = operands.concat(parsed.operands);
    unknown = parsed.unknown;
    this.args = operands.concat(unknown);

    if (operands && this._findCommand(operands[0])) {
      return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
    }
    if (
      this._getHelpCommand() &&
      operands[0] === this._getHelpCommand().name()
    ) {
      return this._dispatchHelpCommand(operands[1]);
    }
    if (this._defaultCommandName) {
      this._outputHelpIfRequested(unknown); // Run the help for default command from parent rather than passing to default command
      return this._dispatchSubcommand(
        this._defaultCommandName,
        operands,
        unknown,
      );
    }
    if (
      this.commands.length &&
      this.args.length === 0 &&
      !this._actionHandler &&
      !this._defaultCommandName
    ) {
      // probably missing subcommand and no handler, user needs help (and exit)
      this.help({ error: true });
    }

    this._outputHelpIfRequested(parsed.unknown);
    this._checkForMissingMandatoryOptions();
    this._checkForConflictingOptions();

    // We do not always call this check to avoid masking a "better" error, like unknown command.
    const checkForUnknownOptions = () => {
      if (parsed.unknown.length > 0) {
        this.unknownOption(parsed.unknown[0]);
      }
    };

    const commandEvent = `command:${this.name()}`;
    if (this._actionHandler) {
      checkForUnknownOptions();
      this._processArguments();

      let promiseChain;
      promiseChain = this._chainOrCallHooks(promiseChain, 'preAction');
      promiseChain = this._chainOrCall(promiseChain, () =>
        this._actionHandler(this.processedArgs),
      );
      if (this.parent) {
        promiseChain = this._chainOrCall(promiseChain, () => {
          this.parent.emit(commandEvent, operands, unknown); // legacy
        });
      }
      promiseChain = this._chainOrCallHooks(promiseChain, 'postAction');
      return promiseChain;
    }
    if (this.parent?.listenerCount(commandEvent)) {
      checkForUnknownOptions();
      this._processArguments();
      this.parent.emit(commandEvent, operands, unknown); // legacy
    } else if (operands.length) {
      if (this._findCommand('*')) {
        // legacy default command
        return this._dispatchSubcommand('*', operands, unknown);
      }
      if (this.listenerCount('command:*')) {
        // skip option check, emit event for possible misspelling suggestion
        this.emit('command:*', operands, unknown);
      } else if (this.commands.length) {
        this.unknownCommand();
      } else {
        checkForUnknownOptions();
        this._processArguments();
      }
    } else if (this.commands.length) {
      checkForUnknownOptions();
      // This command has subcommands and nothing hooked up at this level, so display help (and exit).
      this.help({ error: true });
    } else {
      checkForUnknownOptions();
      this._processArguments();
      // fall through for caller to handle after calling .parse()
    }
  }

  /**
   * Find matching command.
   *
   * @private
   * @return {Command | undefined}
   */
  _findCommand(name) {
    if (!name) return undefined;
    return this.commands.find(
      (cmd) => cmd._name === name || cmd._aliases.includes(name),
    );
  }

  /**
   * Return an option matching `arg` if any.
   *
   * @param {string} arg
   * @return {Option}
   * @package
   */

  _findOption(arg) {
    return this.options.find((option) => option.is(arg));
  }

  /**
   * Display an error message if a mandatory option does not have a value.
   * Called after checking for help flags in leaf subcommand.
   *
   * @private
   */

  _checkForMissingMandatoryOptions() {
    // Walk up hierarchy so can call in subcommand after checking for displaying help.
    this._getCommandAndAncestors().forEach((cmd) => {
      cmd.options.forEach((anOption) => {
        if (
          anOption.mandatory &&
          cmd.getOptionValue(anOption.attributeName()) === undefined
        ) {
          cmd.missingMandatoryOptionValue(anOption);
        }
      });
    });
  }

  /**
   * Display an error message if conflicting options are used together in this.
   *
   * @private
   */
  _checkForConflictingLocalOptions() {
    const definedNonDefaultOptions = this.options.filter((option) => {
      const optionKey = option.attributeName();
      if (this.getOptionValue(optionKey) === undefined) {
        return false;
      }
      return this.getOptionValueSource(optionKey) !== 'default';
    });

    const optionsWithConflicting = definedNonDefaultOptions.filter(
      (option) => option.conflictsWith.length > 0,
    );

    optionsWithConflicting.forEach((option) => {
      const conflictingAndDefined = definedNonDefaultOptions.find((defined) =>
        option.conflictsWith.includes(defined.attributeName()),
      );
      if (conflictingAndDefined) {
        this._conflictingOption(option, conflictingAndDefined);
      }
    });
  }

  /**
   * Display an error message if conflicting options are used together.
   * Called after checking for help flags in leaf subcommand.
   *
   * @private
   */
  _checkForConflictingOptions() {
    // Walk up hierarchy so can call in subcommand after checking for displaying help.
    this._getCommandAndAncestors().forEach((cmd) => {
      cmd._checkForConflictingLocalOptions();
    });
  }

  /**
   * Parse options from `argv` removing known options,
   * and return argv split into operands and unknown arguments.
   *
   * Side effects: modifies command by storing options. Does not reset state if called again.
   *
   * Examples:
   *
   *     argv => operands, unknown
   *     --known kkk op => [op], []
   *     op --known kkk => [op], []
   *     sub --unknown uuu op => [sub], [--unknown uuu op]
   *     sub -- --unknown uuu op => [sub --unknown uuu op], []
   *
   * @param {string[]} args
   * @return {{operands: string[], unknown: string[]}}
   */

  parseOptions(args) {
    const operands = []; // operands, not options or values
    const unknown = []; // first unknown option and remaining unknown args
    let dest = operands;

    function maybeOption(arg) {
      return arg.length > 1 && arg[0] === '-';
    }

    const negativeNumberArg = (arg) => {
      // return false if not a negative number
      if (!/^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(arg)) return false;
      // negative number is ok unless digit used as an option in command hierarchy
      return !this._getCommandAndAncestors().some((cmd) =>
        cmd.options
          .map((opt) => opt.short)
          .some((short) => /^-\d$/.test(short)),
      );
    };

    // parse options
    let activeVariadicOption = null;
    let activeGroup = null; // working through group of short options, like -abc
    let i = 0;
    while (i < args.length || activeGroup) {
      const arg = activeGroup ?? args[i++];
      activeGroup = null;

      // literal
      if (arg === '--') {
        if (dest === unknown) dest.push(arg);
        dest.push(...args.slice(i));
        break;
      }

      if (
        activeVariadicOption &&
        (!maybeOption(arg) || negativeNumberArg(arg))
      ) {
        this.emit(`option:${activeVariadicOption.name()}`, arg);
        continue;
      }
      activeVariadicOption = null;

      if (maybeOption(arg)) {
        const option = this._findOption(arg);
        // recognised option, call listener to assign value with possible custom processing
        if (option) {
          if (option.required) {
            const value = args[i++];
            if (value === undefined) this.optionMissingArgument(option);
            this.emit(`option:${option.name()}`, value);
          } else if (option.optional) {
            let value = null;
            // historical behaviour is optional value is following arg unless an option
            if (
              i < args.length &&
              (!maybeOption(args[i]) || negativeNumberArg(args[i]))
            ) {
              value = args[i++];
            }
            this.emit(`option:${option.name()}`, value);
          } else {
            // boolean flag
            this.emit(`option:${option.name()}`);
          }
          activeVariadicOption = option.variadic ? option : null;
          continue;
        }
      }

      // Look for combo options following single dash, eat first one if known.
      if (arg.length > 2 && arg[0] === '-' && arg[1] !== '-') {
        const option = this._findOption(`-${arg[1]}`);
        if (option) {
          if (
            option.required ||
            (option.optional && this._combineFlagAndOptionalValue)
          ) {
            // option with value following in same argument
            this.emit(`option:${option.name()}`, arg.slice(2));
          } else {
            // boolean option
            this.emit(`option:${option.name()}`);
            // remove the processed option and keep processing group
            activeGroup = `-${arg.slice(2)}`;
          }
          continue;
        }
      }

      // Look for known long flag with value, like --foo=bar
      if (/^--[^=]+=/.test(arg)) {
        const index = arg.indexOf('=');
        const option = this._findOption(arg.slice(0, index));
        if (option && (option.required || option.optional)) {
          this.emit(`option:${option.name()}`, arg.slice(index + 1));
          continue;
        }
      }

      // Not a recognised option by this command.
      // Might be a command-argument, or subcommand option, or unknown option, or help command or option.

      // An unknown option means further arguments also classified as unknown so can be reprocessed by subcommands.
      // A negative number in a leaf command is not an unknown option.
      if (
        dest === operands &&
        maybeOption(arg) &&
        !(this.commands.length === 0 && negativeNumberArg(arg))
      ) {
        dest = unknown;
      }

      // If using positionalOptions, stop processing our options at subcommand.
      if (
        (this._enablePositionalOptions || this._passThroughOptions) &&
        operands.length === 0 &&
        unknown.length === 0
      ) {
        if (this._findCommand(arg)) {
          operands.push(arg);
          unknown.push(...args.slice(i));
          break;
        } else if (
          this._getHelpCommand() &&
          arg === this._getHelpCommand().name()
        ) {
          operands.push(arg, ...args.slice(i));
          break;
        } else if (this._defaultCommandName) {
          unknown.push(arg, ...args.slice(i));
          break;
        }
      }

      // If using passThroughOptions, stop processing options at first command-argument.
      if (this._passThroughOptions) {
        dest.push(arg, ...args.slice(i));
        break;
      }

      // add arg
      dest.push(arg);
    }

    return { operands, unknown };
  }

  /**
   * Return an object containing local option values as key-value pairs.
   *
   * @return {object}
   */
  opts() {
    if (this._storeOptionsAsProperties) {
      // Preserve original behaviour so backwards compatible when still using properties
      const result = {};
      const len = this.options.length;

      for (let i = 0; i < len; i++) {
        const key = this.options[i].attributeName();
        result[key] =
          key === this._versionOptionName ? this._version : this[key];
      }
      return result;
    }

    return this._optionValues;
  }

  /**
   * Return an object containing merged local and global option values as key-value pairs.
   *
   * @return {object}
   */
  optsWithGlobals() {
    // globals overwrite locals
    return this._getCommandAndAncestors().reduce(
      (combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()),
      {},
    );
  }

  /**
   * Display error message and exit (or call exitOverride).
   *
   * @param {string} message
   * @param {object} [errorOptions]
   * @param {string} [errorOptions.code] - an id string representing the error
   * @param {number} [errorOptions.exitCode] - used with process.exit
   */
  error(message, errorOptions) {
    // output handling
    this._outputConfiguration.outputError(
      `${message}\n`,
      this._outputConfiguration.writeErr,
    );
    if (typeof this._showHelpAfterError === 'string') {
      this._outputConfiguration.writeErr(`${this._showHelpAfterError}\n`);
    } else if (this._showHelpAfterError) {
      this._outputConfiguration.writeErr('\n');
      this.outputHelp({ error: true });
    }

    // exit handling
    const config = errorOptions || {};
    const exitCode = config.exitCode || 1;
    const code = config.code || 'commander.error';
    this._exit(exitCode, code, message);
  }

  /**
   * Apply any option related environment variables, if option does
   * not have a value from cli or client code.
   *
   * @private
   */
  _parseOptionsEnv() {
    this.options.forEach((option) => {
      if (option.envVar && option.envVar in process.env) {
        const optionKey = option.attributeName();
        // Priority check. Do not overwrite cli or options from unknown source (client-code).
        if (
          this.getOptionValue(optionKey) === undefined ||
          ['default', 'config', 'env'].includes(
            this.getOptionValueSource(optionKey),
          )
        ) {
          if (option.required || option.optional) {
            // option can take a value
            // keep very simple, optional always takes value
            this.emit(`optionEnv:${option.name()}`, process.env[option.envVar]);
          } else {
            // boolean
            // keep very simple, only care that envVar defined and not the value
            this.emit(`optionEnv:${option.name()}`);
          }
        }
      }
    });
  }

  /**
   * Apply any implied option values, if option is undefined or default value.
   *
   * @private
   */
  _parseOptionsImplied() {
    const dualHelper = new DualOptions(this.options);
    const hasCustomOptionValue = (optionKey) => {
      return (
        this.getOptionValue(optionKey) !== undefined &&
        !['default', 'implied'].includes(this.getOptionValueSource(optionKey))
      );
    };
    this.options
      .filter(
        (option) =>
          option.implied !== undefined &&
          hasCustomOptionValue(option.attributeName()) &&
          dualHelper.valueFromOption(
            this.getOptionValue(option.attributeName()),
            option,
          ),
      )
      .forEach((option) => {
        Object.keys(option.implied)
          .filter((impliedKey) => !hasCustomOptionValue(impliedKey))
          .forEach((impliedKey) => {
            this.setOptionValueWithSource(
              impliedKey,
              option.implied[impliedKey],
              'implied',
            );
          });
      });
  }

  /**
   * Argument `name` is missing.
   *
   * @param {string} name
   * @private
   */

  missingArgument(name) {
    const message = `error: missing required argument '${name}'`;
    this.error(message, { code: 'commander.missingArgument' });
  }

  /**
   * `Option` is missing an argument.
   *
   * @param {Option} option
   * @private
   */

  optionMissingArgument(option) {
    const message = `error: option '${option.flags}' argument missing`;
    this.error(message, { code: 'commander.optionMissingArgument' });
  }

  /**
   * `Option` does not have a value, and is a mandatory option.
   *
   * @param {Option} option
   * @private
   */

  missingMandatoryOptionValue(option) {
    const message = `error: required option '${option.flags}' not specified`;
    this.error(message, { code: 'commander.missingMandatoryOptionValue' });
  }

  /**
   * `Option` conflicts with another option.
   *
   * @param {Option} option
   * @param {Option} conflictingOption
   * @private
   */
  _conflictingOption(option, conflictingOption) {
    // The calling code does not know whether a negated option is the source of the
    // value, so do some work to take an educated guess.
    const findBestOptionFromValue = (option) => {
      const optionKey = option.attributeName();
      const optionValue = this.getOptionValue(optionKey);
      const negativeOption = this.options.find(
        (target) => target.negate && optionKey === target.attributeName(),
      );
      const positiveOption = this.options.find(
        (target) => !target.negate && optionKey === target.attributeName(),
      );
      if (
        negativeOption &&
        ((negativeOption.presetArg === undefined && optionValue === false) ||
          (negativeOption.presetArg !== undefined &&
            optionValue === negativeOption.presetArg))
      ) {
        return negativeOption;
      }
      return positiveOption || option;
    };

    const getErrorMessage = (option) => {
      const bestOption = findBestOptionFromValue(option);
      const optionKey = bestOption.attributeName();
      const source = this.getOptionValueSource(optionKey);
      if (source === 'env') {
        return `environment variable '${bestOption.envVar}'`;
      }
      return `option '${bestOption.flags}'`;
    };

    const message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
    this.error(message, { code: 'commander.conflictingOption' });
  }

  /**
   * Unknown option `flag`.
   *
   * @param {string} flag
   * @private
   */

  unknownOption(flag) {
    if (this._allowUnknownOption) return;
    let suggestion = '';

    if (flag.startsWith('--') && this._showSuggestionAfterError) {
      // Looping to pick up the global options too
      let candidateFlags = [];
      // eslint-disable-next-line @typescript-eslint/no-this-alias
      let command = this;
      do {
        const moreFlags = command
          .createHelp()
          .visibleOptions(command)
          .filter((option) => option.long)
          .map((option) => option.long);
        candidateFlags = candidateFlags.concat(moreFlags);
        command = command.parent;
      } while (command && !command._enablePositionalOptions);
      suggestion = suggestSimilar(flag, candidateFlags);
    }

    const message = `error: unknown option '${flag}'${suggestion}`;
    this.error(message, { code: 'commander.unknownOption' });
  }

  /**
   * Excess arguments, more than expected.
   *
   * @param {string[]} receivedArgs
   * @private
   */

  _excessArguments(receivedArgs) {
    if (this._allowExcessArguments) return;

    const expected = this.registeredArguments.length;
    const s = expected === 1 ? '' : 's';
    const forSubcommand = this.parent ? ` for '${this.name()}'` : '';
    const message = `error: too many arguments${forSubcommand}. Expected ${expected} argument${s} but got ${receivedArgs.length}.`;
    this.error(message, { code: 'commander.excessArguments' });
  }

  /**
   * Unknown command.
   *
   * @private
   */

  unknownCommand() {
    const unknownName = this.args[0];
    let suggestion = '';

    if (this._showSuggestionAfterError) {
      const candidateNames = [];
      this.createHelp()
        .visibleCommands(this)
        .forEach((command) => {
          candidateNames.push(command.name());
          // just visible alias
          if (command.alias()) candidateNames.push(command.alias());
        });
      suggestion = suggestSimilar(unknownName, candidateNames);
    }

    const message = `error: unknown command '${unknownName}'${suggestion}`;
    this.error(message, { code: 'commander.unknownCommand' });
  }

  /**
   * Get or set the program version.
   *
   * This method auto-registers the "-V, --version" option which will print the version number.
   *
   * You can optionally supply the flags and description to override the defaults.
   *
   * @param {string} [str]
   * @param {string} [flags]
   * @param {string} [description]
   * @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
   */

  version(str, flags, description) {
    if (str === undefined) return this._version;
    this._version = str;
    flags = flags || '-V, --version';
    description = description || 'output the version number';
    const versionOption = this.createOption(flags, description);
    this._versionOptionName = versionOption.attributeName();
    this._registerOption(versionOption);

    this.on('option:' + versionOption.name(), () => {
      this._outputConfiguration.writeOut(`${str}\n`);
      this._exit(0, 'commander.version', str);
    });
    return this;
  }

  /**
   * Set the description.
   *
   * @param {string} [str]
   * @param {object} [argsDescription]
   * @return {(string|Command)}
   */
  description(str, argsDescription) {
    if (str === undefined && argsDescription === undefined)
      return this._description;
    this._description = str;
    if (argsDescription) {
      this._argsDescription = argsDescription;
    }
    return this;
  }

  /**
   * Set the summary. Used when listed as subcommand of parent.
   *
   * @param {string} [str]
   * @return {(string|Command)}
   */
  summary(str) {
    if (str === undefined) return this._summary;
    this._summary = str;
    return this;
  }

  /**
   * Set an alias for the command.
   *
   * You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
   *
   * @param {string} [alias]
   * @return {(string|Command)}
   */

  alias(alias) {
    if (alias === undefined) return this._aliases[0]; // just return first, for backwards compatibility

    /** @type {Command} */
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    let command = this;
    if (
      this.commands.length !== 0 &&
      this.commands[this.commands.length - 1]._executableHandler
    ) {
      // assume adding alias for last added executable subcommand, rather than this
      command = this.commands[this.commands.length - 1];
    }

    if (alias === command._name)
      throw new Error("Command alias can't be the same as its name");
    const matchingCommand = this.parent?._findCommand(alias);
    if (matchingCommand) {
      // c.f. _registerCommand
      const existingCmd = [matchingCommand.name()]
        .concat(matchingCommand.aliases())
        .join('|');
      throw new Error(
        `cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`,
      );
    }

    command._aliases.push(alias);
    return this;
  }

  /**
   * Set aliases for the command.
   *
   * Only the first alias is shown in the auto-generated help.
   *
   * @param {string[]} [aliases]
   * @return {(string[]|Command)}
   */

  aliases(aliases) {
    // Getter for the array of aliases is the main reason for having aliases() in addition to alias().
    if (aliases === undefined) return this._aliases;

    aliases.forEach((alias) => this.alias(alias));
    return this;
  }

  /**
   * Set / get the command usage `str`.
   *
   * @param {string} [str]
   * @return {(string|Command)}
   */

  usage(str) {
    if (str === undefined) {
      if (this._usage) return this._usage;

      const args = this.registeredArguments.map((arg) => {
        return humanReadableArgName(arg);
      });
      return []
        .concat(
          this.options.length || this._helpOption !== null ? '[options]' : [],
          this.commands.length ? '[command]' : [],
          this.registeredArguments.length ? args : [],
        )
        .join(' ');
    }

    this._usage = str;
    return this;
  }

  /**
   * Get or set the name of the command.
   *
   * @param {string} [str]
   * @return {(string|Command)}
   */

  name(str) {
    if (str === undefined) return this._name;
    this._name = str;
    return this;
  }

  /**
   * Set/get the help group heading for this subcommand in parent command's help.
   *
   * @param {string} [heading]
   * @return {Command | string}
   */

  helpGroup(heading) {
    if (heading === undefined) return this._helpGroupHeading ?? '';
    this._helpGroupHeading = heading;
    return this;
  }

  /**
   * Set/get the default help group heading for subcommands added to this command.
   * (This does not override a group set directly on the subcommand using .helpGroup().)
   *
   * @example
   * program.commandsGroup('Development Commands:);
   * program.command('watch')...
   * program.command('lint')...
   * ...
   *
   * @param {string} [heading]
   * @returns {Command | string}
   */
  commandsGroup(heading) {
    if (heading === undefined) return this._defaultCommandGroup ?? '';
    this._defaultCommandGroup = heading;
    return this;
  }

  /**
   * Set/get the default help group heading for options added to this command.
   * (This does not override a group set directly on the option using .helpGroup().)
   *
   * @example
   * program
   *   .optionsGroup('Development Options:')
   *   .option('-d, --debug', 'output extra debugging')
   *   .option('-p, --profile', 'output profiling information')
   *
   * @param {string} [heading]
   * @returns {Command | string}
   */
  optionsGroup(heading) {
    if (heading === undefined) return this._defaultOptionGroup ?? '';
    this._defaultOptionGroup = heading;
    return this;
  }

  /**
   * @param {Option} option
   * @private
   */
  _initOptionGroup(option) {
    if (this._defaultOptionGroup && !option.helpGroupHeading)
      option.helpGroup(this._defaultOptionGroup);
  }

  /**
   * @param {Command} cmd
   * @private
   */
  _initCommandGroup(cmd) {
    if (this._defaultCommandGroup && !cmd.helpGroup())
      cmd.helpGroup(this._defaultCommandGroup);
  }

  /**
   * Set the name of the command from script filename, such as process.argv[1],
   * or require.main.filename, or __filename.
   *
   * (Used internally and public although not documented in README.)
   *
   * @example
   * program.nameFromFilename(require.main.filename);
   *
   * @param {string} filename
   * @return {Command}
   */

  nameFromFilename(filename) {
    this._name = path.basename(filename, path.extname(filename));

    return this;
  }

  /**
   * Get or set the directory for searching for executable subcommands of this command.
   *
   * @example
   * program.executableDir(__dirname);
   * // or
   * program.executableDir('subcommands');
   *
   * @param {string} [path]
   * @return {(string|null|Command)}
   */

  executableDir(path) {
    if (path === undefined) return this._executableDir;
    this._executableDir = path;
    return this;
  }

  /**
   * Return program help documentation.
   *
   * @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
   * @return {string}
   */

  helpInformation(contextOptions) {
    const helper = this.createHelp();
    const context = this._getOutputContext(contextOptions);
    helper.prepareContext({
      error: context.error,
      helpWidth: context.helpWidth,
      outputHasColors: context.hasColors,
    });
    const text = helper.formatHelp(this, helper);
    if (context.hasColors) return text;
    return this._outputConfiguration.stripColor(text);
  }

  /**
   * @typedef HelpContext
   * @type {object}
   * @property {boolean} error
   * @property {number} helpWidth
   * @property {boolean} hasColors
   * @property {function} write - includes stripColor if needed
   *
   * @returns {HelpContext}
   * @private
   */

  _getOutputContext(contextOptions) {
    contextOptions = contextOptions || {};
    const error = !!contextOptions.error;
    let baseWrite;
    let hasColors;
    let helpWidth;
    if (error) {
      baseWrite = (str) => this._outputConfiguration.writeErr(str);
      hasColors = this._outputConfiguration.getErrHasColors();
      helpWidth = this._outputConfiguration.getErrHelpWidth();
    } else {
      baseWrite = (str) => this._outputConfiguration.writeOut(str);
      hasColors = this._outputConfiguration.getOutHasColors();
      helpWidth = this._outputConfiguration.getOutHelpWidth();
    }
    const write = (str) => {
      if (!hasColors) str = this._outputConfiguration.stripColor(str);
      return baseWrite(str);
    };
    return { error, write, hasColors, helpWidth };
  }

  /**
   * Output help information for this command.
   *
   * Outputs built-in help, and custom text added using `.addHelpText()`.
   *
   * @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
   */

  outputHelp(contextOptions) {
    let deprecatedCallback;
    if (typeof contextOptions === 'function') {
      deprecatedCallback = contextOptions;
      contextOptions = undefined;
    }

    const outputContext = this._getOutputContext(contextOptions);
    /** @type {HelpTextEventContext} */
    const eventContext = {
      error: outputContext.error,
      write: outputContext.write,
      command: this,
    };

    this._getCommandAndAncestors()
      .reverse()
      .forEach((command) => command.emit('beforeAllHelp', eventContext));
    this.emit('beforeHelp', eventContext);

    let helpInformation = this.helpInformation({ error: outputContext.error });
    if (deprecatedCallback) {
      helpInformation = deprecatedCallback(helpInformation);
      if (
        typeof helpInformation !== 'string' &&
        !Buffer.isBuffer(helpInformation)
      ) {
        throw new Error('outputHelp callback must return a string or a Buffer');
      }
    }
    outputContext.write(helpInformation);

    if (this._getHelpOption()?.long) {
      this.emit(this._getHelpOption().long); // deprecated
    }
    this.emit('afterHelp', eventContext);
    this._getCommandAndAncestors().forEach((command) =>
      command.emit('afterAllHelp', eventContext),
    );
  }

  /**
   * You can pass in flags and a description to customise the built-in help option.
   * Pass in false to disable the built-in help option.
   *
   * @example
   * program.helpOption('-?, --help' 'show help'); // customise
   * program.helpOption(false); // disable
   *
   * @param {(string | boolean)} flags
   * @param {string} [description]
   * @return {Command} `this` command for chaining
   */

  helpOption(flags, description) {
    // Support enabling/disabling built-in help option.
    if (typeof flags === 'boolean') {
      if (flags) {
        if (this._helpOption === null) this._helpOption = undefined; // reenable
        if (this._defaultOptionGroup) {
          // make the option to store the group
          this._initOptionGroup(this._getHelpOption());
        }
      } else {
        this._helpOption = null; // disable
      }
      return this;
    }

    // Customise flags and description.
    this._helpOption = this.createOption(
      flags ?? '-h, --help',
      description ?? 'display help for command',
    );
    // init group unless lazy create
    if (flags || description) this._initOptionGroup(this._helpOption);

    return this;
  }

  /**
   * Lazy create help option.
   * Returns null if has been disabled with .helpOption(false).
   *
   * @returns {(Option | null)} the help option
   * @package
   */
  _getHelpOption() {
    // Lazy create help option on demand.
    if (this._helpOption === undefined) {
      this.helpOption(undefined, undefined);
    }
    return this._helpOption;
  }

  /**
   * Supply your own option to use for the built-in help option.
   * This is an alternative to using helpOption() to customise the flags and description etc.
   *
   * @param {Option} option
   * @return {Command} `this` command for chaining
   */
  addHelpOption(option) {
    this._helpOption = option;
    this._initOptionGroup(option);
    return this;
  }

  /**
   * Output help information and exit.
   *
   * Outputs built-in help, and custom text added using `.addHelpText()`.
   *
   * @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
   */

  help(contextOptions) {
    this.outputHelp(contextOptions);
    let exitCode = Number(process.exitCode ?? 0); // process.exitCode does allow a string or an integer, but we prefer just a number
    if (
      exitCode === 0 &&
      contextOptions &&
      typeof contextOptions !== 'function' &&
      contextOptions.error
    ) {
      exitCode = 1;
    }
    // message: do not have all displayed text available so only passing placeholder.
    this._exit(exitCode, 'commander.help', '(outputHelp)');
  }

  /**
   * // Do a little typing to coordinate emit and listener for the help text events.
   * @typedef HelpTextEventContext
   * @type {object}
   * @property {boolean} error
   * @property {Command} command
   * @property {function} write
   */

  /**
   * Add additional text to be displayed with the built-in help.
   *
   * Position is 'before' or 'after' to affect just this command,
   * and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
   *
   * @param {string} position - before or after built-in help
   * @param {(string | Function)} text - string to add, or a function returning a string
   * @return {Command} `this` command for chaining
   */

  addHelpText(position, text) {
    const allowedValues = ['beforeAll', 'before', 'after', 'afterAll'];
    if (!allowedValues.includes(position)) {
      throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
    }

    const helpEvent = `${position}Help`;
    this.on(helpEvent, (/** @type {HelpTextEventContext} */ context) => {
      let helpStr;
      if (typeof text === 'function') {
        helpStr = text({ error: context.error, command: context.command });
      } else {
        helpStr = text;
      }
      // Ignore falsy value when nothing to output.
      if (helpStr) {
        context.write(`${helpStr}\n`);
      }
    });
    return this;
  }

  /**
   * Output help information if help flags specified
   *
   * @param {Array} args - array of options to search for help flags
   * @private
   */

  _outputHelpIfRequested(args) {
    const helpOption = this._getHelpOption();
    const helpRequested = helpOption && args.find((arg) => helpOption.is(arg));
    if (helpRequested) {
      this.outputHelp();
      // (Do not have all displayed text available so only passing placeholder.)
      this._exit(0, 'commander.helpDisplayed', '(outputHelp)');
    }
  }
}

/**
 * Scan arguments and increment port number for inspect calls (to avoid conflicts when spawning new command).
 *
 * @param {string[]} args - array of arguments from node.execArgv
 * @returns {string[]}
 * @private
 */

function incrementNodeInspectorPort(args) {
  // Testing for these options:
  //  --inspect[=[host:]port]
  //  --inspect-brk[=[host:]port]
  //  --inspect-port=[host:]port
  return args.map((arg) => {
    if (!arg.startsWith('--inspect')) {
      return arg;
    }
    let debugOption;
    let debugHost = '127.0.0.1';
    let debugPort = '9229';
    let match;
    if ((match = arg.match(/^(--inspect(-brk)?)$/)) !== null) {
      // e.g. --inspect
      debugOption = match[1];
    } else if (
      (match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+)$/)) !== null
    ) {
      debugOption = match[1];
      if (/^\d+$/.test(match[3])) {
        // e.g. --inspect=1234
        debugPort = match[3];
      } else {
        // e.g. --inspect=localhost
        debugHost = match[3];
      }
    } else if (
      (match = arg.match(/^(--inspect(-brk|-port)?)=([^:]+):(\d+)$/)) !== null
    ) {
      // e.g. --inspect=localhost:1234
      debugOption = match[1];
      debugHost = match[3];
      debugPort = match[4];
    }

    if (debugOption && debugPort !== '0') {
      return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
    }
    return arg;
  });
}

/**
 * @returns {boolean | undefined}
 * @package
 */
function useColor() {
  // Test for common conventions.
  // NB: the observed behaviour is in combination with how author adds color! For example:
  //   - we do not test NODE_DISABLE_COLORS, but util:styletext does
  //   - we do test NO_COLOR, but Chalk does not
  //
  // References:
  // https://no-color.org
  // https://bixense.com/clicolors/
  // https://github.com/nodejs/node/blob/0a00217a5f67ef4a22384cfc80eb6dd9a917fdc1/lib/internal/tty.js#L109
  // https://github.com/chalk/supports-color/blob/c214314a14bcb174b12b3014b2b0a8de375029ae/index.js#L33
  // (https://force-color.org recent web page from 2023, does not match major javascript implementations)

  if (
    process.env.NO_COLOR ||
    process.env.FORCE_COLOR === '0' ||
    process.env.FORCE_COLOR === 'false'
  )
    return false;
  if (process.env.FORCE_COLOR || process.env.CLICOLOR_FORCE !== undefined)
    return true;
  return undefined;
}

exports.Command = Command;
exports.useColor = useColor; // exporting for tests


/***/ }),

/***/ 1135:
/***/ ((__unused_webpack_module, exports) => {

/**
 * CommanderError class
 */
class CommanderError extends Error {
  /**
   * Constructs the CommanderError class
   * @param {number} exitCode suggested exit code which could be used with process.exit
   * @param {string} code an id string representing the error
   * @param {string} message human-readable description of the error
   */
  constructor(exitCode, code, message) {
    super(message);
    // properly capture stack trace in Node.js
    Error.captureStackTrace(this, this.constructor);
    this.name = this.constructor.name;
    this.code = code;
    this.exitCode = exitCode;
    this.nestedError = undefined;
  }
}

/**
 * InvalidArgumentError class
 */
class InvalidArgumentError extends CommanderError {
  /**
   * Constructs the InvalidArgumentError class
   * @param {string} [message] explanation of why argument is invalid
   */
  constructor(message) {
    super(1, 'commander.invalidArgument', message);
    // properly capture stack trace in Node.js
    Error.captureStackTrace(this, this.constructor);
    this.name = this.constructor.name;
  }
}

exports.CommanderError = CommanderError;
exports.InvalidArgumentError = InvalidArgumentError;


/***/ }),

/***/ 9754:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { humanReadableArgName } = __nccwpck_require__(9154);

/**
 * TypeScript import types for JSDoc, used by Visual Studio Code IntelliSense and `npm run typescript-checkJS`
 * https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html#import-types
 * @typedef { import("./argument.js").Argument } Argument
 * @typedef { import("./command.js").Command } Command
 * @typedef { import("./option.js").Option } Option
 */

// Although this is a class, methods are static in style to allow override using subclass or just functions.
class Help {
  constructor() {
    this.helpWidth = undefined;
    this.minWidthToWrap = 40;
    this.sortSubcommands = false;
    this.sortOptions = false;
    this.showGlobalOptions = false;
  }

  /**
   * prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
   * and just before calling `formatHelp()`.
   *
   * Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
   *
   * @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
   */
  prepareContext(contextOptions) {
    this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
  }

  /**
   * Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
   *
   * @param {Command} cmd
   * @returns {Command[]}
   */

  visibleCommands(cmd) {
    const visibleCommands = cmd.commands.filter((cmd) => !cmd._hidden);
    const helpCommand = cmd._getHelpCommand();
    if (helpCommand && !helpCommand._hidden) {
      visibleCommands.push(helpCommand);
    }
    if (this.sortSubcommands) {
      visibleCommands.sort((a, b) => {
        // @ts-ignore: because overloaded return type
        return a.name().localeCompare(b.name());
      });
    }
    return visibleCommands;
  }

  /**
   * Compare options for sort.
   *
   * @param {Option} a
   * @param {Option} b
   * @returns {number}
   */
  compareOptions(a, b) {
    const getSortKey = (option) => {
      // WYSIWYG for order displayed in help. Short used for comparison if present. No special handling for negated.
      return option.short
        ? option.short.replace(/^-/, '')
        : option.long.replace(/^--/, '');
    };
    return getSortKey(a).localeCompare(getSortKey(b));
  }

  /**
   * Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
   *
   * @param {Command} cmd
   * @returns {Option[]}
   */

  visibleOptions(cmd) {
    const visibleOptions = cmd.options.filter((option) => !option.hidden);
    // Built-in help option.
    const helpOption = cmd._getHelpOption();
    if (helpOption && !helpOption.hidden) {
      // Automatically hide conflicting flags. Bit dubious but a historical behaviour that is convenient for single-command programs.
      const removeShort = helpOption.short && cmd._findOption(helpOption.short);
      const removeLong = helpOption.long && cmd._findOption(helpOption.long);
      if (!removeShort && !removeLong) {
        visibleOptions.push(helpOption); // no changes needed
      } else if (helpOption.long && !removeLong) {
        visibleOptions.push(
          cmd.createOption(helpOption.long, helpOption.description),
        );
      } else if (helpOption.short && !removeShort) {
        visibleOptions.push(
          cmd.createOption(helpOption.short, helpOption.description),
        );
      }
    }
    if (this.sortOptions) {
      visibleOptions.sort(this.compareOptions);
    }
    return visibleOptions;
  }

  /**
   * Get an array of the visible global options. (Not including help.)
   *
   * @param {Command} cmd
   * @returns {Option[]}
   */

  visibleGlobalOptions(cmd) {
    if (!this.showGlobalOptions) return [];

    const globalOptions = [];
    for (
      let ancestorCmd = cmd.parent;
      ancestorCmd;
      ancestorCmd = ancestorCmd.parent
    ) {
      const visibleOptions = ancestorCmd.options.filter(
        (option) => !option.hidden,
      );
      globalOptions.push(...visibleOptions);
    }
    if (this.sortOptions) {
      globalOptions.sort(this.compareOptions);
    }
    return globalOptions;
  }

  /**
   * Get an array of the arguments if any have a description.
   *
   * @param {Command} cmd
   * @returns {Argument[]}
   */

  visibleArguments(cmd) {
    // Side effect! Apply the legacy descriptions before the arguments are displayed.
    if (cmd._argsDescription) {
      cmd.registeredArguments.forEach((argument) => {
        argument.description =
          argument.description || cmd._argsDescription[argument.name()] || '';
      });
    }

    // If there are any arguments with a description then return all the arguments.
    if (cmd.registeredArguments.find((argument) => argument.description)) {
      return cmd.registeredArguments;
    }
    return [];
  }

  /**
   * Get the command term to show in the list of subcommands.
   *
   * @param {Command} cmd
   * @returns {string}
   */

  subcommandTerm(cmd) {
    // Legacy. Ignores custom usage string, and nested commands.
    const args = cmd.registeredArguments
      .map((arg) => humanReadableArgName(arg))
      .join(' ');
    return (
      cmd._name +
      (cmd._aliases[0] ? '|' + cmd._aliases[0] : '') +
      (cmd.options.length ? ' [options]' : '') + // simplistic check for non-help option
      (args ? ' ' + args : '')
    );
  }

  /**
   * Get the option term to show in the list of options.
   *
   * @param {Option} option
   * @returns {string}
   */

  optionTerm(option) {
    return option.flags;
  }

  /**
   * Get the argument term to show in the list of arguments.
   *
   * @param {Argument} argument
   * @returns {string}
   */

  argumentTerm(argument) {
    return argument.name();
  }

  /**
   * Get the longest command term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  longestSubcommandTermLength(cmd, helper) {
    return helper.visibleCommands(cmd).reduce((max, command) => {
      return Math.max(
        max,
        this.displayWidth(
          helper.styleSubcommandTerm(helper.subcommandTerm(command)),
        ),
      );
    }, 0);
  }

  /**
   * Get the longest option term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  longestOptionTermLength(cmd, helper) {
    return helper.visibleOptions(cmd).reduce((max, option) => {
      return Math.max(
        max,
        this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))),
      );
    }, 0);
  }

  /**
   * Get the longest global option term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  longestGlobalOptionTermLength(cmd, helper) {
    return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
      return Math.max(
        max,
        this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))),
      );
    }, 0);
  }

  /**
   * Get the longest argument term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  longestArgumentTermLength(cmd, helper) {
    return helper.visibleArguments(cmd).reduce((max, argument) => {
      return Math.max(
        max,
        this.displayWidth(
          helper.styleArgumentTerm(helper.argumentTerm(argument)),
        ),
      );
    }, 0);
  }

  /**
   * Get the command usage to be displayed at the top of the built-in help.
   *
   * @param {Command} cmd
   * @returns {string}
   */

  commandUsage(cmd) {
    // Usage
    let cmdName = cmd._name;
    if (cmd._aliases[0]) {
      cmdName = cmdName + '|' + cmd._aliases[0];
    }
    let ancestorCmdNames = '';
    for (
      let ancestorCmd = cmd.parent;
      ancestorCmd;
      ancestorCmd = ancestorCmd.parent
    ) {
      ancestorCmdNames = ancestorCmd.name() + ' ' + ancestorCmdNames;
    }
    return ancestorCmdNames + cmdName + ' ' + cmd.usage();
  }

  /**
   * Get the description for the command.
   *
   * @param {Command} cmd
   * @returns {string}
   */

  commandDescription(cmd) {
    // @ts-ignore: because overloaded return type
    return cmd.description();
  }

  /**
   * Get the subcommand summary to show in the list of subcommands.
   * (Fallback to description for backwards compatibility.)
   *
   * @param {Command} cmd
   * @returns {string}
   */

  subcommandDescription(cmd) {
    // @ts-ignore: because overloaded return type
    return cmd.summary() || cmd.description();
  }

  /**
   * Get the option description to show in the list of options.
   *
   * @param {Option} option
   * @return {string}
   */

  optionDescription(option) {
    const extraInfo = [];

    if (option.argChoices) {
      extraInfo.push(
        // use stringify to match the display of the default value
        `choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(', ')}`,
      );
    }
    if (option.defaultValue !== undefined) {
      // default for boolean and negated more for programmer than end user,
      // but show true/false for boolean option as may be for hand-rolled env or config processing.
      const showDefault =
        option.required ||
        option.optional ||
        (option.isBoolean() && typeof option.defaultValue === 'boolean');
      if (showDefault) {
        extraInfo.push(
          `default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`,
        );
      }
    }
    // preset for boolean and negated are more for programmer than end user
    if (option.presetArg !== undefined && option.optional) {
      extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`);
    }
    if (option.envVar !== undefined) {
      extraInfo.push(`env: ${option.envVar}`);
    }
    if (extraInfo.length > 0) {
      const extraDescription = `(${extraInfo.join(', ')})`;
      if (option.description) {
        return `${option.description} ${extraDescription}`;
      }
      return extraDescription;
    }

    return option.description;
  }

  /**
   * Get the argument description to show in the list of arguments.
   *
   * @param {Argument} argument
   * @return {string}
   */

  argumentDescription(argument) {
    const extraInfo = [];
    if (argument.argChoices) {
      extraInfo.push(
        // use stringify to match the display of the default value
        `choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(', ')}`,
      );
    }
    if (argument.defaultValue !== undefined) {
      extraInfo.push(
        `default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`,
      );
    }
    if (extraInfo.length > 0) {
      const extraDescription = `(${extraInfo.join(', ')})`;
      if (argument.description) {
        return `${argument.description} ${extraDescription}`;
      }
      return extraDescription;
    }
    return argument.description;
  }

  /**
   * Format a list of items, given a heading and an array of formatted items.
   *
   * @param {string} heading
   * @param {string[]} items
   * @param {Help} helper
   * @returns string[]
   */
  formatItemList(heading, items, helper) {
    if (items.length === 0) return [];

    return [helper.styleTitle(heading), ...items, ''];
  }

  /**
   * Group items by their help group heading.
   *
   * @param {Command[] | Option[]} unsortedItems
   * @param {Command[] | Option[]} visibleItems
   * @param {Function} getGroup
   * @returns {Map<string, Command[] | Option[]>}
   */
  groupItems(unsortedItems, visibleItems, getGroup) {
    const result = new Map();
    // Add groups in order of appearance in unsortedItems.
    unsortedItems.forEach((item) => {
      const group = getGroup(item);
      if (!result.has(group)) result.set(group, []);
    });
    // Add items in order of appearance in visibleItems.
    visibleItems.forEach((item) => {
      const group = getGroup(item);
      if (!result.has(group)) {
        result.set(group, []);
      }
      result.get(group).push(item);
    });
    return result;
  }

  /**
   * Generate the built-in help text.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {string}
   */

  formatHelp(cmd, helper) {
    const termWidth = helper.padWidth(cmd, helper);
    const helpWidth = helper.helpWidth ?? 80; // in case prepareContext() was not called

    function callFormatItem(term, description) {
      return helper.formatItem(term, termWidth, description, helper);
    }

    // Usage
    let output = [
      `${helper.styleTitle('Usage:')} ${helper.styleUsage(helper.commandUsage(cmd))}`,
      '',
    ];

    // Description
    const commandDescription = helper.commandDescription(cmd);
    if (commandDescription.length > 0) {
      output = output.concat([
        helper.boxWrap(
          helper.styleCommandDescription(commandDescription),
          helpWidth,
        ),
        '',
      ]);
    }

    // Arguments
    const argumentList = helper.visibleArguments(cmd).map((argument) => {
      return callFormatItem(
        helper.styleArgumentTerm(helper.argumentTerm(argument)),
        helper.styleArgumentDescription(helper.argumentDescription(argument)),
      );
    });
    output = output.concat(
      this.formatItemList('Arguments:', argumentList, helper),
    );

    // Options
    const optionGroups = this.groupItems(
      cmd.options,
      helper.visibleOptions(cmd),
      (option) => option.helpGroupHeading ?? 'Options:',
    );
    optionGroups.forEach((options, group) => {
      const optionList = options.map((option) => {
        return callFormatItem(
          helper.styleOptionTerm(helper.optionTerm(option)),
          helper.styleOptionDescription(helper.optionDescription(option)),
        );
      });
      output = output.concat(this.formatItemList(group, optionList, helper));
    });

    if (helper.showGlobalOptions) {
      const globalOptionList = helper
        .visibleGlobalOptions(cmd)
        .map((option) => {
          return callFormatItem(
            helper.styleOptionTerm(helper.optionTerm(option)),
            helper.styleOptionDescription(helper.optionDescription(option)),
          );
        });
      output = output.concat(
        this.formatItemList('Global Options:', globalOptionList, helper),
      );
    }

    // Commands
    const commandGroups = this.groupItems(
      cmd.commands,
      helper.visibleCommands(cmd),
      (sub) => sub.helpGroup() || 'Commands:',
    );
    commandGroups.forEach((commands, group) => {
      const commandList = commands.map((sub) => {
        return callFormatItem(
          helper.styleSubcommandTerm(helper.subcommandTerm(sub)),
          helper.styleSubcommandDescription(helper.subcommandDescription(sub)),
        );
      });
      output = output.concat(this.formatItemList(group, commandList, helper));
    });

    return output.join('\n');
  }

  /**
   * Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
   *
   * @param {string} str
   * @returns {number}
   */
  displayWidth(str) {
    return stripColor(str).length;
  }

  /**
   * Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
   *
   * @param {string} str
   * @returns {string}
   */
  styleTitle(str) {
    return str;
  }

  styleUsage(str) {
    // Usage has lots of parts the user might like to color separately! Assume default usage string which is formed like:
    //    command subcommand [options] [command] <foo> [bar]
    return str
      .split(' ')
      .map((word) => {
        if (word === '[options]') return this.styleOptionText(word);
        if (word === '[command]') return this.styleSubcommandText(word);
        if (word[0] === '[' || word[0] === '<')
          return this.styleArgumentText(word);
        return this.styleCommandText(word); // Restrict to initial words?
      })
      .join(' ');
  }
  styleCommandDescription(str) {
    return this.styleDescriptionText(str);
  }
  styleOptionDescription(str) {
    return this.styleDescriptionText(str);
  }
  styleSubcommandDescription(str) {
    return this.styleDescriptionText(str);
  }
  styleArgumentDescription(str) {
    return this.styleDescriptionText(str);
  }
  styleDescriptionText(str) {
    return str;
  }
  styleOptionTerm(str) {
    return this.styleOptionText(str);
  }
  styleSubcommandTerm(str) {
    // This is very like usage with lots of parts! Assume default string which is formed like:
    //    subcommand [options] <foo> [bar]
    return str
      .split(' ')
      .map((word) => {
        if (word === '[options]') return this.styleOptionText(word);
        if (word[0] === '[' || word[0] === '<')
          return this.styleArgumentText(word);
        return this.styleSubcommandText(word); // Restrict to initial words?
      })
      .join(' ');
  }
  styleArgumentTerm(str) {
    return this.styleArgumentText(str);
  }
  styleOptionText(str) {
    return str;
  }
  styleArgumentText(str) {
    return str;
  }
  styleSubcommandText(str) {
    return str;
  }
  styleCommandText(str) {
    return str;
  }

  /**
   * Calculate the pad width from the maximum term length.
   *
   * @param {Command} cmd
   * @param {Help} helper
   * @returns {number}
   */

  padWidth(cmd, helper) {
    return Math.max(
      helper.longestOptionTermLength(cmd, helper),
      helper.longestGlobalOptionTermLength(cmd, helper),
      helper.longestSubcommandTermLength(cmd, helper),
      helper.longestArgumentTermLength(cmd, helper),
    );
  }

  /**
   * Detect manually wrapped and indented strings by checking for line break followed by whitespace.
   *
   * @param {string} str
   * @returns {boolean}
   */
  preformatted(str) {
    return /\n[^\S\r\n]/.test(str);
  }

  /**
   * Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
   *
   * So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
   *   TTT  DDD DDDD
   *        DD DDD
   *
   * @param {string} term
   * @param {number} termWidth
   * @param {string} description
   * @param {Help} helper
   * @returns {string}
   */
  formatItem(term, termWidth, description, helper) {
    const itemIndent = 2;
    const itemIndentStr = ' '.repeat(itemIndent);
    if (!description) return itemIndentStr + term;

    // Pad the term out to a consistent width, so descriptions are aligned.
    const paddedTerm = term.padEnd(
      termWidth + term.length - helper.displayWidth(term),
    );

    // Format the description.
    const spacerWidth = 2; // between term and description
    const helpWidth = this.helpWidth ?? 80; // in case prepareContext() was not called
    const remainingWidth = helpWidth - termWidth - spacerWidth - itemIndent;
    let formattedDescription;
    if (
      remainingWidth < this.minWidthToWrap ||
      helper.preformatted(description)
    ) {
      formattedDescription = description;
    } else {
      const wrappedDescription = helper.boxWrap(description, remainingWidth);
      formattedDescription = wrappedDescription.replace(
        /\n/g,
        '\n' + ' '.repeat(termWidth + spacerWidth),
      );
    }

    // Construct and overall indent.
    return (
      itemIndentStr +
      paddedTerm +
      ' '.repeat(spacerWidth) +
      formattedDescription.replace(/\n/g, `\n${itemIndentStr}`)
    );
  }

  /**
   * Wrap a string at whitespace, preserving existing line breaks.
   * Wrapping is skipped if the width is less than `minWidthToWrap`.
   *
   * @param {string} str
   * @param {number} width
   * @returns {string}
   */
  boxWrap(str, width) {
    if (width < this.minWidthToWrap) return str;

    const rawLines = str.split(/\r\n|\n/);
    // split up text by whitespace
    const chunkPattern = /[\s]*[^\s]+/g;
    const wrappedLines = [];
    rawLines.forEach((line) => {
      const chunks = line.match(chunkPattern);
      if (chunks === null) {
        wrappedLines.push('');
        return;
      }

      let sumChunks = [chunks.shift()];
      let sumWidth = this.displayWidth(sumChunks[0]);
      chunks.forEach((chunk) => {
        const visibleWidth = this.displayWidth(chunk);
        // Accumulate chunks while they fit into width.
        if (sumWidth + visibleWidth <= width) {
          sumChunks.push(chunk);
          sumWidth += visibleWidth;
          return;
        }
        wrappedLines.push(sumChunks.join(''));

        const nextChunk = chunk.trimStart(); // trim space at line break
        sumChunks = [nextChunk];
        sumWidth = this.displayWidth(nextChunk);
      });
      wrappedLines.push(sumChunks.join(''));
    });

    return wrappedLines.join('\n');
  }
}

/**
 * Strip style ANSI escape sequences from the string. In particular, SGR (Select Graphic Rendition) codes.
 *
 * @param {string} str
 * @returns {string}
 * @package
 */

function stripColor(str) {
  // eslint-disable-next-line no-control-regex
  const sgrPattern = /\x1b\[\d*(;\d*)*m/g;
  return str.replace(sgrPattern, '');
}

exports.Help = Help;
exports.stripColor = stripColor;


/***/ }),

/***/ 5240:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

const { InvalidArgumentError } = __nccwpck_require__(1135);

class Option {
  /**
   * Initialize a new `Option` with the given `flags` and `description`.
   *
   * @param {string} flags
   * @param {string} [description]
   */

  constructor(flags, description) {
    this.flags = flags;
    this.description = description || '';

    this.required = flags.includes('<'); // A value must be supplied when the option is specified.
    this.optional = flags.includes('['); // A value is optional when the option is specified.
    // variadic test ignores <value,...> et al which might be used to describe custom splitting of single argument
    this.variadic = /\w\.\.\.[>\]]$/.test(flags); // The option can take multiple values.
    this.mandatory = false; // The option must have a value after parsing, which usually means it must be specified on command line.
    const optionFlags = splitOptionFlags(flags);
    this.short = optionFlags.shortFlag; // May be a short flag, undefined, or even a long flag (if option has two long flags).
    this.long = optionFlags.longFlag;
    this.negate = false;
    if (this.long) {
      this.negate = this.long.startsWith('--no-');
    }
    this.defaultValue = undefined;
    this.defaultValueDescription = undefined;
    this.presetArg = undefined;
    this.envVar = undefined;
    this.parseArg = undefined;
    this.hidden = false;
    this.argChoices = undefined;
    this.conflictsWith = [];
    this.implied = undefined;
    this.helpGroupHeading = undefined; // soft initialised when option added to command
  }

  /**
   * Set the default value, and optionally supply the description to be displayed in the help.
   *
   * @param {*} value
   * @param {string} [description]
   * @return {Option}
   */

  default(value, description) {
    this.defaultValue = value;
    this.defaultValueDescription = description;
    return this;
  }

  /**
   * Preset to use when option used without option-argument, especially optional but also boolean and negated.
   * The custom processing (parseArg) is called.
   *
   * @example
   * new Option('--color').default('GREYSCALE').preset('RGB');
   * new Option('--donate [amount]').preset('20').argParser(parseFloat);
   *
   * @param {*} arg
   * @return {Option}
   */

  preset(arg) {
    this.presetArg = arg;
    return this;
  }

  /**
   * Add option name(s) that conflict with this option.
   * An error will be displayed if conflicting options are found during parsing.
   *
   * @example
   * new Option('--rgb').conflicts('cmyk');
   * new Option('--js').conflicts(['ts', 'jsx']);
   *
   * @param {(string | string[])} names
   * @return {Option}
   */

  conflicts(names) {
    this.conflictsWith = this.conflictsWith.concat(names);
    return this;
  }

  /**
   * Specify implied option values for when this option is set and the implied options are not.
   *
   * The custom processing (parseArg) is not called on the implied values.
   *
   * @example
   * program
   *   .addOption(new Option('--log', 'write logging information to file'))
   *   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
   *
   * @param {object} impliedOptionValues
   * @return {Option}
   */
  implies(impliedOptionValues) {
    let newImplied = impliedOptionValues;
    if (typeof impliedOptionValues === 'string') {
      // string is not documented, but easy mistake and we can do what user probably intended.
      newImplied = { [impliedOptionValues]: true };
    }
    this.implied = Object.assign(this.implied || {}, newImplied);
    return this;
  }

  /**
   * Set environment variable to check for option value.
   *
   * An environment variable is only used if when processed the current option value is
   * undefined, or the source of the current value is 'default' or 'config' or 'env'.
   *
   * @param {string} name
   * @return {Option}
   */

  env(name) {
    this.envVar = name;
    return this;
  }

  /**
   * Set the custom handler for processing CLI option arguments into option values.
   *
   * @param {Function} [fn]
   * @return {Option}
   */

  argParser(fn) {
    this.parseArg = fn;
    return this;
  }

  /**
   * Whether the option is mandatory and must have a value after parsing.
   *
   * @param {boolean} [mandatory=true]
   * @return {Option}
   */

  makeOptionMandatory(mandatory = true) {
    this.mandatory = !!mandatory;
    return this;
  }

  /**
   * Hide option in help.
   *
   * @param {boolean} [hide=true]
   * @return {Option}
   */

  hideHelp(hide = true) {
    this.hidden = !!hide;
    return this;
  }

  /**
   * @package
   */

  _collectValue(value, previous) {
    if (previous === this.defaultValue || !Array.isArray(previous)) {
      return [value];
    }

    previous.push(value);
    return previous;
  }

  /**
   * Only allow option value to be one of choices.
   *
   * @param {string[]} values
   * @return {Option}
   */

  choices(values) {
    this.argChoices = values.slice();
    this.parseArg = (arg, previous) => {
      if (!this.argChoices.includes(arg)) {
        throw new InvalidArgumentError(
          `Allowed choices are ${this.argChoices.join(', ')}.`,
        );
      }
      if (this.variadic) {
        return this._collectValue(arg, previous);
      }
      return arg;
    };
    return this;
  }

  /**
   * Return option name.
   *
   * @return {string}
   */

  name() {
    if (this.long) {
      return this.long.replace(/^--/, '');
    }
    return this.short.replace(/^-/, '');
  }

  /**
   * Return option name, in a camelcase format that can be used
   * as an object attribute key.
   *
   * @return {string}
   */

  attributeName() {
    if (this.negate) {
      return camelcase(this.name().replace(/^no-/, ''));
    }
    return camelcase(this.name());
  }

  /**
   * Set the help group heading.
   *
   * @param {string} heading
   * @return {Option}
   */
  helpGroup(heading) {
    this.helpGroupHeading = heading;
    return this;
  }

  /**
   * Check if `arg` matches the short or long flag.
   *
   * @param {string} arg
   * @return {boolean}
   * @package
   */

  is(arg) {
    return this.short === arg || this.long === arg;
  }

  /**
   * Return whether a boolean option.
   *
   * Options are one of boolean, negated, required argument, or optional argument.
   *
   * @return {boolean}
   * @package
   */

  isBoolean() {
    return !this.required && !this.optional && !this.negate;
  }
}

/**
 * This class is to make it easier to work with dual options, without changing the existing
 * implementation. We support separate dual options for separate positive and negative options,
 * like `--build` and `--no-build`, which share a single option value. This works nicely for some
 * use cases, but is tricky for others where we want separate behaviours despite
 * the single shared option value.
 */
class DualOptions {
  /**
   * @param {Option[]} options
   */
  constructor(options) {
    this.positiveOptions = new Map();
    this.negativeOptions = new Map();
    this.dualOptions = new Set();
    options.forEach((option) => {
      if (option.negate) {
        this.negativeOptions.set(option.attributeName(), option);
      } else {
        this.positiveOptions.set(option.attributeName(), option);
      }
    });
    this.negativeOptions.forEach((value, key) => {
      if (this.positiveOptions.has(key)) {
        this.dualOptions.add(key);
      }
    });
  }

  /**
   * Did the value come from the option, and not from possible matching dual option?
   *
   * @param {*} value
   * @param {Option} option
   * @returns {boolean}
   */
  valueFromOption(value, option) {
    const optionKey = option.attributeName();
    if (!this.dualOptions.has(optionKey)) return true;

    // Use the value to deduce if (probably) came from the option.
    const preset = this.negativeOptions.get(optionKey).presetArg;
    const negativeValue = preset !== undefined ? preset : false;
    return option.negate === (negativeValue === value);
  }
}

/**
 * Convert string from kebab-case to camelCase.
 *
 * @param {string} str
 * @return {string}
 * @private
 */

function camelcase(str) {
  return str.split('-').reduce((str, word) => {
    return str + word[0].toUpperCase() + word.slice(1);
  });
}

/**
 * Split the short and long flag out of something like '-m,--mixed <value>'
 *
 * @private
 */

function splitOptionFlags(flags) {
  let shortFlag;
  let longFlag;
  // short flag, single dash and single character
  const shortFlagExp = /^-[^-]$/;
  // long flag, double dash and at least one character
  const longFlagExp = /^--[^-]/;

  const flagParts = flags.split(/[ |,]+/).concat('guard');
  // Normal is short and/or long.
  if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
  if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
  // Long then short. Rarely used but fine.
  if (!shortFlag && shortFlagExp.test(flagParts[0]))
    shortFlag = flagParts.shift();
  // Allow two long flags, like '--ws, --workspace'
  // This is the supported way to have a shortish option flag.
  if (!shortFlag && longFlagExp.test(flagParts[0])) {
    shortFlag = longFlag;
    longFlag = flagParts.shift();
  }

  // Check for unprocessed flag. Fail noisily rather than silently ignore.
  if (flagParts[0].startsWith('-')) {
    const unsupportedFlag = flagParts[0];
    const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
    if (/^-[^-][^-]/.test(unsupportedFlag))
      throw new Error(
        `${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`,
      );
    if (shortFlagExp.test(unsupportedFlag))
      throw new Error(`${baseError}
- too many short flags`);
    if (longFlagExp.test(unsupportedFlag))
      throw new Error(`${baseError}
- too many long flags`);

    throw new Error(`${baseError}
- unrecognised flag format`);
  }
  if (shortFlag === undefined && longFlag === undefined)
    throw new Error(
      `option creation failed due to no flags found in '${flags}'.`,
    );

  return { shortFlag, longFlag };
}

exports.Option = Option;
exports.DualOptions = DualOptions;


/***/ }),

/***/ 5030:
/***/ ((__unused_webpack_module, exports) => {

const maxDistance = 3;

function editDistance(a, b) {
  // https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
  // Calculating optimal string alignment distance, no substring is edited more than once.
  // (Simple implementation.)

  // Quick early exit, return worst case.
  if (Math.abs(a.length - b.length) > maxDistance)
    return Math.max(a.length, b.length);

  // distance between prefix substrings of a and b
  const d = [];

  // pure deletions turn a into empty string
  for (let i = 0; i <= a.length; i++) {
    d[i] = [i];
  }
  // pure insertions turn empty string into b
  for (let j = 0; j <= b.length; j++) {
    d[0][j] = j;
  }

  // fill matrix
  for (let j = 1; j <= b.length; j++) {
    for (let i = 1; i <= a.length; i++) {
      let cost = 1;
      if (a[i - 1] === b[j - 1]) {
        cost = 0;
      } else {
        cost = 1;
      }
      d[i][j] = Math.min(
        d[i - 1][j] + 1, // deletion
        d[i][j - 1] + 1, // insertion
        d[i - 1][j - 1] + cost, // substitution
      );
      // transposition
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }

  return d[a.length][b.length];
}

/**
 * Find close matches, restricted to same number of edits.
 *
 * @param {string} word
 * @param {string[]} candidates
 * @returns {string}
 */

function suggestSimilar(word, candidates) {
  if (!candidates || candidates.length === 0) return '';
  // remove possible duplicates
  candidates = Array.from(new Set(candidates));

  const searchingOptions = word.startsWith('--');
  if (searchingOptions) {
    word = word.slice(2);
    candidates = candidates.map((candidate) => candidate.slice(2));
  }

  let similar = [];
  let bestDistance = maxDistance;
  const minSimilarity = 0.4;
  candidates.forEach((candidate) => {
    if (candidate.length <= 1) return; // no one character guesses

    const distance = editDistance(word, candidate);
    const length = Math.max(word.length, candidate.length);
    const similarity = (length - distance) / length;
    if (similarity > minSimilarity) {
      if (distance < bestDistance) {
        // better edit distance, throw away previous worse matches
        bestDistance = distance;
        similar = [candidate];
      } else if (distance === bestDistance) {
        similar.push(candidate);
      }
    }
  });

  similar.sort((a, b) => a.localeCompare(b));
  if (searchingOptions) {
    similar = similar.map((candidate) => `--${candidate}`);
  }

  if (similar.length > 1) {
    return `\n(Did you mean one of ${similar.join(', ')}?)`;
  }
  if (similar.length === 1) {
    return `\n(Did you mean ${similar[0]}?)`;
  }
  return '';
}

exports.suggestSimilar = suggestSimilar;


/***/ })

/******/ 	});
/************************************************************************/
/******/ 	// The module cache
/******/ 	var __webpack_module_cache__ = {};
/******/ 	
/******/ 	// The require function
/******/ 	function __nccwpck_require__(moduleId) {
/******/ 		// Check if module is in cache
/******/ 		var cachedModule = __webpack_module_cache__[moduleId];
/******/ 		if (cachedModule !== undefined) {
/******/ 			return cachedModule.exports;
/******/ 		}
/******/ 		// Create a new module (and put it into the cache)
/******/ 		var module = __webpack_module_cache__[moduleId] = {
/******/ 			// no module.id needed
/******/ 			// no module.loaded needed
/******/ 			exports: {}
/******/ 		};
/******/ 	
/******/ 		// Execute the module function
/******/ 		var threw = true;
/******/ 		try {
/******/ 			__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 			threw = false;
/******/ 		} finally {
/******/ 			if(threw) delete __webpack_module_cache__[moduleId];
/******/ 		}
/******/ 	
/******/ 		// Return the exports of the module
/******/ 		return module.exports;
/******/ 	}
/******/ 	
/******/ 	// expose the modules object (__webpack_modules__)
/******/ 	__nccwpck_require__.m = __webpack_modules__;
/******/ 	
/************************************************************************/
/******/ 	/* webpack/runtime/asset-relocator-loader */
/******/ 	if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = __dirname + "/";
/******/ 	
/******/ 	/* webpack/runtime/compat get default export */
/******/ 	(() => {
/******/ 		// getDefaultExport function for compatibility with non-harmony modules
/******/ 		__nccwpck_require__.n = (module) => {
/******/ 			var getter = module && module.__esModule ?
/******/ 				() => (module['default']) :
/******/ 				() => (module);
/******/ 			__nccwpck_require__.d(getter, { a: getter });
/******/ 			return getter;
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/define property getters */
/******/ 	(() => {
/******/ 		// define getter functions for harmony exports
/******/ 		__nccwpck_require__.d = (exports, definition) => {
/******/ 			for(var key in definition) {
/******/ 				if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 					Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 				}
/******/ 			}
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/ensure chunk */
/******/ 	(() => {
/******/ 		__nccwpck_require__.f = {};
/******/ 		// This file contains only the entry chunk.
/******/ 		// The chunk loading function for additional chunks
/******/ 		__nccwpck_require__.e = (chunkId) => {
/******/ 			return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 				__nccwpck_require__.f[key](chunkId, promises);
/******/ 				return promises;
/******/ 			}, []));
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/get javascript chunk filename */
/******/ 	(() => {
/******/ 		// This function allow to reference async chunks
/******/ 		__nccwpck_require__.u = (chunkId) => {
/******/ 			// return url for filenames based on template
/******/ 			return "" + chunkId + ".index.js";
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/hasOwnProperty shorthand */
/******/ 	(() => {
/******/ 		__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/make namespace object */
/******/ 	(() => {
/******/ 		// define __esModule on exports
/******/ 		__nccwpck_require__.r = (exports) => {
/******/ 			if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 				Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 			}
/******/ 			Object.defineProperty(exports, '__esModule', { value: true });
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/require chunk loading */
/******/ 	(() => {
/******/ 		// no baseURI
/******/ 		
/******/ 		// object to store loaded chunks
/******/ 		// "1" means "loaded", otherwise not loaded yet
/******/ 		var installedChunks = {
/******/ 			792: 1
/******/ 		};
/******/ 		
/******/ 		// no on chunks loaded
/******/ 		
/******/ 		var installChunk = (chunk) => {
/******/ 			var moreModules = chunk.modules, chunkIds = chunk.ids, runtime = chunk.runtime;
/******/ 			for(var moduleId in moreModules) {
/******/ 				if(__nccwpck_require__.o(moreModules, moduleId)) {
/******/ 					__nccwpck_require__.m[moduleId] = moreModules[moduleId];
/******/ 				}
/******/ 			}
/******/ 			if(runtime) runtime(__nccwpck_require__);
/******/ 			for(var i = 0; i < chunkIds.length; i++)
/******/ 				installedChunks[chunkIds[i]] = 1;
/******/ 		
/******/ 		};
/******/ 		
/******/ 		// require() chunk loading for javascript
/******/ 		__nccwpck_require__.f.require = (chunkId, promises) => {
/******/ 			// "1" is the signal for "already loaded"
/******/ 			if(!installedChunks[chunkId]) {
/******/ 				if(true) { // all chunks have JS
/******/ 					installChunk(require("./" + __nccwpck_require__.u(chunkId)));
/******/ 				} else installedChunks[chunkId] = 1;
/******/ 			}
/******/ 		};
/******/ 		
/******/ 		// no external install chunk
/******/ 		
/******/ 		// no HMR
/******/ 		
/******/ 		// no HMR manifest
/******/ 	})();
/******/ 	
/************************************************************************/
var __webpack_exports__ = {};
// This entry need to be wrapped in an IIFE because it need to be in strict mode.
(() => {
"use strict";

;// CONCATENATED MODULE: ./src/settings/exit-codes.ts
/** The exit codes of the command line: a contract. */
const EXIT = {
    done: 0,
    /** `check-quit --mode force` and `run` in force mode: a quit was requested. Nothing else exits so. */
    quitForced: 1,
    usage: 2,
    /** `check-quit --mode graceful`: a quit was requested. */
    quitGraceful: 10,
    lost: 11,
    notAcquired: 12,
    poolUnavailable: 13,
    /** `status --check`: something needs a person. */
    needsAttention: 14,
    fault: 70,
};

;// CONCATENATED MODULE: ./src/protocol/timing.ts
/** Every default of DESIGN's table, once. All in ms. */
const DEFAULTS = {
    heartbeatMs: 15_000,
    /** How long a lease lives without a heartbeat while a process keeps it. */
    ttlMs: 120_000,
    /** How long it lives without one: every check-quit renews it. */
    leaseTtlMs: 6 * 3_600_000,
    /** How long a holder may take to leave once it has been told. */
    graceMs: 600_000,
    /** How long after its start a lease can't be preempted. */
    exemptMs: 0,
    /** In legacy mode: how long a new lock must stand before it counts, longer than any bash job's check-to-write delay. */
    settleMs: 10_000,
    /** How long a bash job's waiting file counts. */
    legacyWaiterTtlMs: 12 * 3_600_000,
    /** How long a bash waiter may leave a host free before others go ahead: bash asks once a minute. */
    bashPatienceMs: 150_000,
    maxHoldMs: 24 * 3_600_000,
    /** For one request to a pool. */
    operationMs: 30_000,
};
/** Less would give up the protection of all that share a folder with bash jobs. */
const LEAST_SETTLE_MS = 1000;
/** Heartbeats that may fail before a lease expires; fewer would make one slow request fatal. */
const MIN_HEARTBEATS_PER_TTL = 3;
/**
 * How long a host rests after its lease expired, so that the last acts of a job that is just dying meet nobody. The
 * program computes the same.
 */
function lockDelayMs(ttlMs) {
    return Math.min(15_000, Math.floor(ttlMs / 8));
}
/**
 * When a command must end whose lease is not renewed, counted from the moment before the last good heartbeat was sent:
 * asked at 5/8 of the ttl and killed at 7/8, so that it is dead before anyone else can hold the host.
 */
function commandDeadlines(ttlMs) {
    return { terminateMs: (ttlMs * 5) / 8, killMs: (ttlMs * 7) / 8 };
}
/** Empty if all fits. */
function timingProblems({ heartbeatMs, ttlMs, leaseTtlMs, exemptMs, maxHoldMs, settleMs, }) {
    const rules = [
        { flag: 'heartbeat', expected: 'at least 100ms', got: heartbeatMs, holds: heartbeatMs >= 100 },
        {
            flag: 'ttl',
            expected: `at least ${MIN_HEARTBEATS_PER_TTL} heartbeats, which are ${heartbeatMs / 1000}s apart`,
            got: ttlMs,
            holds: ttlMs >= MIN_HEARTBEATS_PER_TTL * heartbeatMs,
        },
        {
            flag: 'max-hold',
            expected: `at least the ttl of the lease, ${leaseTtlMs / 1000}s`,
            got: maxHoldMs,
            holds: maxHoldMs >= leaseTtlMs,
        },
        {
            flag: 'exempt-time',
            expected: `at most max-hold, ${maxHoldMs / 1000}s`,
            got: exemptMs,
            holds: exemptMs <= maxHoldMs,
        },
        {
            flag: 'settle',
            expected: `at least ${LEAST_SETTLE_MS / 1000}s, longer than any bash job takes from its check to its write`,
            got: settleMs,
            holds: settleMs >= LEAST_SETTLE_MS,
        },
    ];
    return rules.filter(({ holds }) => !holds).map(({ flag, expected, got }) => ({ flag, expected, got }));
}

// EXTERNAL MODULE: ./src/pool/pool.ts
var pool_pool = __nccwpck_require__(8690);
;// CONCATENATED MODULE: ./src/protocol/snapshot.ts
/** Bash jobs know no priority: they stand at this one. */
const BASH_PRIORITY = 0;
/** How long ago a span began, in ms; from uptime 0 on another boot. */
function spanAgeMs(snapshot, span) {
    return snapshot.uptimeMs - spanStartMs(snapshot, span);
}
/** When a span ends, in ms of uptime. */
function spanEndMs(snapshot, span) {
    return spanStartMs(snapshot, span) + span.durationMs;
}
function spanStartMs(snapshot, span) {
    return span.bootId === snapshot.bootId ? span.startMs : 0;
}

;// CONCATENATED MODULE: ./src/protocol/expiry.ts


/** Is the lease of a host alive? By heartbeat and ttl, and by `until`, on the bastion's uptime. */
function decideExpiry(snapshot, host) {
    const record = snapshot.hosts.get(host)?.record;
    if (record === undefined || record.state === 'free')
        return { state: 'free' };
    if (record.state === 'lost')
        return { state: 'lost' };
    const endsAtMs = leaseEndsAtMs(snapshot, record);
    if (endsAtMs === undefined)
        return { state: 'expired', record };
    if (snapshot.uptimeMs <= endsAtMs)
        return { state: 'live', record, endsAtMs };
    const untilMs = endsAtMs + lockDelayMs(record.ttlMs);
    return snapshot.uptimeMs <= untilMs ? { state: 'resting', record, untilMs } : { state: 'expired', record };
}
/** The last instant at which a lease is live unless it is renewed; undefined where its heartbeat is gone. */
function leaseEndsAtMs(snapshot, record) {
    const untilMs = spanEndMs(snapshot, record.until);
    if (record.kind === 'hold')
        return untilMs;
    const ageMs = heartbeatAgeMs(snapshot, record.id);
    return ageMs === undefined ? undefined : Math.min(untilMs, snapshot.uptimeMs - ageMs + record.ttlMs);
}
/**
 * How long ago a request's process gave a sign of life, in ms; undefined where there is no heartbeat: it is dead. One that
 * can't be read counts as made just now, and one of another boot as made at uptime 0.
 */
function heartbeatAgeMs(snapshot, id) {
    const heartbeat = snapshot.heartbeats.get(id);
    if (heartbeat === undefined)
        return undefined;
    if (heartbeat === 'unreadable')
        return 0;
    const madeAtMs = heartbeat.bootId === snapshot.bootId ? heartbeat.uptimeMs : 0;
    return Math.max(0, snapshot.uptimeMs - madeAtMs);
}
/** Until when a waiter counts unless it gives a sign of life, in ms of uptime; bash jobs by the age of their file. */
function waiterEndsAtMs(snapshot, waiter) {
    if (waiter.record === undefined) {
        const ageMs = Number((snapshot.wallNs - waiter.arrivalNs) / 1000000n);
        return snapshot.uptimeMs - ageMs + DEFAULTS.legacyWaiterTtlMs;
    }
    const ageMs = heartbeatAgeMs(snapshot, waiter.id);
    return ageMs === undefined ? -1 : snapshot.uptimeMs - ageMs + waiter.record.ttlMs;
}
function isWaiterAlive(snapshot, waiter) {
    return snapshot.uptimeMs <= waiterEndsAtMs(snapshot, waiter);
}
/** Whose lock file stands there: a lock whose content is a stamp of the record is ours, live or not. */
function lockOwner(view) {
    if (view === undefined || view.lockText === 'none')
        return 'none';
    const stamps = [view.record?.stampNs, view.record?.previousStampNs].map(String);
    return stamps.includes(view.lockText) ? 'ours' : 'foreign';
}
/**
 * When a bash job's lock expires, on the wall clock: LOCK_TIMEOUT after the later of its mtime and its content, the
 * content capped at mtime + LOCK_TIMEOUT. Undefined: never, for nobody has said LOCK_TIMEOUT.
 */
function bashLockEndsAtNs(snapshot, view) {
    const timeoutMs = snapshot.legacy?.lockTimeoutMs;
    if (timeoutMs === undefined || view.lockMtimeNs === undefined)
        return undefined;
    const timeoutNs = BigInt(timeoutMs) * 1000000n;
    const latestNs = view.lockMtimeNs + timeoutNs;
    const contentNs = /^\d{19}$/.test(view.lockText) ? BigInt(view.lockText) : 0n;
    const cappedNs = contentNs < latestNs ? contentNs : latestNs;
    return (cappedNs > view.lockMtimeNs ? cappedNs : view.lockMtimeNs) + timeoutNs;
}

;// CONCATENATED MODULE: ./src/protocol/availability.ts

/** May a host be taken now, as far as its own files tell? Who is next is another question. */
function availabilityOf(snapshot, host) {
    const view = snapshot.hosts.get(host);
    if (view === undefined)
        return { state: 'free', previous: undefined };
    if (view.problem !== undefined)
        return { state: 'broken', problem: view.problem };
    if (lockOwner(view) === 'foreign') {
        const endsAtNs = bashLockEndsAtNs(snapshot, view);
        if (endsAtNs === undefined)
            return { state: 'bash', untilMs: undefined };
        const leftMs = Number((endsAtNs - snapshot.wallNs) / 1000000n);
        if (endsAtNs > snapshot.wallNs)
            return { state: 'bash', untilMs: snapshot.uptimeMs + leftMs + 1 };
    }
    const life = decideExpiry(snapshot, host);
    switch (life.state) {
        case 'free':
        case 'lost':
            return { state: 'free', previous: view.record };
        case 'expired':
            return { state: 'free', previous: life.record };
        case 'live':
            return { state: 'held', holder: life.record, endsAtMs: life.endsAtMs };
        case 'resting':
            return { state: 'resting', holder: life.record, untilMs: life.untilMs };
    }
}
function isFree(snapshot, host) {
    return availabilityOf(snapshot, host).state === 'free';
}

;// CONCATENATED MODULE: ./src/protocol/host.ts
/** What a host is called: also the stem of its files, so nothing that a shell or a glob could read otherwise. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** A host name as DESIGN has it; `.lock` and `.waiting` in it would make one host's files look like another's. */
function isHostName(text) {
    return HOST.test(text) && !text.includes('.lock') && !text.includes('.waiting');
}
/** Every host that the groups name, once, in the order given. */
function hostsOf(groups) {
    return [...new Set(groups.flat())];
}
/**
 * One host of each group, all different, or undefined where the groups can't be served from what is available. Hosts
 * that stand first in a group are preferred; a group gives its first choice up where another could not be served.
 */
function chooseHosts(groups, isAvailable) {
    const choose = (index, taken) => {
        const group = groups[index];
        if (group === undefined)
            return [...taken];
        for (const host of group) {
            if (taken.includes(host) || !isAvailable(host))
                continue;
            const chosen = choose(index + 1, [...taken, host]);
            if (chosen !== undefined)
                return chosen;
        }
        return undefined;
    };
    return choose(0, []);
}

// EXTERNAL MODULE: ./node_modules/semver/index.js
var semver = __nccwpck_require__(2088);
;// CONCATENATED MODULE: ./src/protocol/product-version.ts

/** The version of a job that names none: older than every product's. */
const NO_VERSION = { major: 0, minor: 0, text: '0.0' };
const longest = 64;
const part = '(?:0|[1-9][0-9]*)';
const suffix = '[0-9A-Za-z.-]+';
const shape = new RegExp(`^${part}\\.${part}(?:\\.${part}(?:-${suffix})?(?:\\+${suffix})?)?$`);
/**
 * Reads `4.22`, `4.22.3`, `4.22.0-rc.1`, `4.22.0+build.7`; anything else is undefined.
 *
 * Strict on purpose: a leading zero is octal to some readers of a file name and decimal to others, `v4.22` is another
 * word than `4.22`, and a number above 2^53 compares equal to its neighbours.
 */
function parseProductVersion(text) {
    if (text.length > longest || !shape.test(text))
        return undefined;
    const version = (0,semver.parse)(asSemver(text));
    if (version === null)
        return undefined;
    const numbers = [version.major, version.minor, version.patch, ...version.prerelease.map(Number)];
    if (numbers.some((number) => number > Number.MAX_SAFE_INTEGER))
        return undefined;
    return { major: version.major, minor: version.minor, text };
}
/**
 * Negative if `a` is older than `b`, positive if newer, 0 if neither: numeric major, numeric minor, then semver's order,
 * in which a missing patch is `.0`, a prerelease comes before its release, and build metadata does not count.
 */
function compareProductVersions(a, b) {
    return (0,semver.compare)(asSemver(a.text), asSemver(b.text));
}
/** True if `a` has a higher major.minor than `b`. Patches and prereleases never make a version newer here. */
function isNewerMinor(a, b) {
    return a.major > b.major || (a.major === b.major && a.minor > b.minor);
}
/** `4.22` for 4.22, 4.22.3 and 4.22.0-rc.1: the form that file names carry. */
function formatMajorMinor(version) {
    return `${version.major}.${version.minor}`;
}
function asSemver(text) {
    return /^[0-9]+\.[0-9]+$/.test(text) ? `${text}.0` : text;
}

;// CONCATENATED MODULE: ./src/protocol/order.ts


/** The order of the queue, first difference first; each is negative if `a` goes before `b`. */
const RULES = [
    { rule: 'priority', compare: (a, b) => b.priority - a.priority },
    { rule: 'starved', compare: (a, b) => Number(b.starved) - Number(a.starved) },
    { rule: 'version', compare: (a, b) => (a.starved ? 0 : compareProductVersions(b.version, a.version)) },
    { rule: 'arrival', compare: (a, b) => compareAscending(a.arrivalNs, b.arrivalNs) },
    { rule: 'arrival', compare: (a, b) => compareAscending(a.id, b.id) },
];
/** Priority, those that starve, version, arrival, id: negative if `a` goes before `b`, 0 only for the same claim. */
function compareClaims(a, b) {
    return firstDifference(a, b)?.sign ?? 0;
}
/** The rule by which `a` is ahead of `b`; undefined if it isn't. */
function ruleAhead(a, b) {
    const difference = firstDifference(a, b);
    return difference !== undefined && difference.sign < 0 ? difference.rule : undefined;
}
function firstDifference(a, b) {
    for (const { rule, compare } of RULES) {
        const sign = compare(a, b);
        if (sign !== 0)
            return { rule, sign };
    }
    return undefined;
}
function compareAscending(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
/** Where a waiter stands. */
function claimOfWaiter(snapshot, waiter) {
    const { id, priority, version, arrivalNs, record } = waiter;
    const starveAfterMs = record?.details.starveAfterMs;
    const starved = record !== undefined && starveAfterMs !== undefined && spanAgeMs(snapshot, record.until) >= starveAfterMs;
    return { id, priority, starved, version, arrivalNs };
}
/** The place that a holder had when it took the host. */
function claimOfHolder(record) {
    const { id, priority, version, details, token } = record;
    const arrivalNs = details.arrivalNs === undefined ? BigInt(token) * 1000n : BigInt(details.arrivalNs);
    return { id, priority, starved: details.starved ?? false, version, arrivalNs };
}

;// CONCATENATED MODULE: ./src/protocol/queue.ts






/** The live waiters for a host, in the order of the queue; a job that is just taking a host waits for no other. */
function waitersFor(snapshot, host) {
    const holders = liveHolderIds(snapshot);
    return snapshot.waiters
        .filter((waiter) => waiter.files.some((file) => file.host === host))
        .filter((waiter) => !holders.has(waiter.id) && isWaiterAlive(snapshot, waiter))
        .sort((a, b) => compareClaims(claimOfWaiter(snapshot, a), claimOfWaiter(snapshot, b)));
}
/** Who is ahead of a claim for a host. */
function waitersAhead(snapshot, host, claim) {
    return waitersFor(snapshot, host).flatMap((waiter) => {
        if (waiter.id === claim.id)
            return [];
        const rule = ruleAhead(claimOfWaiter(snapshot, waiter), claim);
        return rule === undefined ? [] : [{ waiter, rule }];
    });
}
/** Could this waiter take this host now, by what is free? A free host goes to the first that could. */
function couldTakeNow(snapshot, waiter, host, seen) {
    if (waiter.record === undefined)
        return !hasLeftItFree(snapshot, waiter, host, seen);
    const groups = waiter.record.details.groups ?? [waiter.files.map((file) => file.host)];
    const groupOfHost = groups.findIndex((group) => group.includes(host));
    // with this host fixed for one of its groups, can the others be served as well?
    const others = groups.map((group, index) => (index === groupOfHost ? [host] : group));
    return chooseHosts(others, (candidate) => isFree(snapshot, candidate)) !== undefined;
}
/** Bash asks once a minute: one that has let a free host pass for 150 s is not there, or is no longer interested. */
function hasLeftItFree(snapshot, waiter, host, seen) {
    return freeForMs(snapshot, waiter, host, seen) >= DEFAULTS.bashPatienceMs;
}
/** How long a host has been free under a bash waiter's eyes, in ms, as far as this client can know. */
function freeForMs(snapshot, waiter, host, seen) {
    const waitedMs = Number((snapshot.wallNs - waiter.arrivalNs) / 1000000n);
    const record = snapshot.hosts.get(host)?.record;
    const freedForMs = record?.state === 'free' ? spanAgeMs(snapshot, record.until) : Infinity;
    const sinceSeenMs = snapshot.uptimeMs - (seen.get(host) ?? -Infinity);
    return Math.min(waitedMs, freedForMs, sinceSeenMs);
}
/** Remembers which hosts are taken now. */
function noteTaken(snapshot, seen) {
    const taken = [...snapshot.hosts.keys()].filter((host) => !isFree(snapshot, host));
    return new Map([...seen, ...taken.map((host) => [host, snapshot.uptimeMs])]);
}
function liveHolderIds(snapshot) {
    const ids = new Set();
    for (const view of snapshot.hosts.values()) {
        const state = view.record?.state;
        if (view.record === undefined || state === 'free' || state === 'lost' || lockOwner(view) === 'foreign')
            continue;
        ids.add(view.record.id);
    }
    return ids;
}

;// CONCATENATED MODULE: ./src/protocol/quit.ts





/** Must the holder of these hosts leave? `verbs` are what has to be committed before the answer counts. */
function decideQuit(snapshot, id, hosts) {
    const records = [];
    for (const host of hosts) {
        const record = snapshot.hosts.get(host)?.record;
        const life = decideExpiry(snapshot, host);
        if (record?.id !== id || life.state !== 'live')
            return { kind: 'lost', verbs: [] };
        if (lockOwner(snapshot.hosts.get(host)) === 'foreign')
            return { kind: 'lost', verbs: [{ verb: 'lose', host }] };
        records.push(record);
    }
    const told = records.find((record) => record.details.told !== undefined)?.details.told;
    if (told !== undefined)
        return { kind: 'quit', told, verbs: [] };
    for (const [index, record] of records.entries()) {
        const preemptor = findPreemptor(snapshot, hosts[index] ?? '', record);
        if (preemptor === undefined)
            continue;
        const told = tellingOf(snapshot, record, preemptor);
        return { kind: 'quit', told, verbs: tellVerbs(snapshot, id, hosts, { ...record.details, told }) };
    }
    return { kind: 'carry-on' };
}
/**
 * Only a lease that stands can be told. One that settles again, because its lock had been missing, is confirmed first:
 * its job leaves anyway. Empty while a lock is missing: that is put back first.
 */
function tellVerbs(snapshot, id, hosts, details) {
    const views = hosts.map((host) => snapshot.hosts.get(host));
    if (views.some((view) => lockOwner(view) !== 'ours'))
        return [];
    const settling = hosts.filter((_, index) => views[index]?.record?.state === 'settling');
    if (settling.length > 0)
        return [{ verb: 'held', id, hosts: settling }];
    return [{ verb: 'tell', id, hosts, details }];
}
/** The first in the queue of those that ask this holder to leave and may. */
function findPreemptor(snapshot, host, record) {
    return snapshot.waiters
        .filter((waiter) => waiter.files.some((file) => file.host === host && !file.queued))
        .filter((waiter) => waiter.id !== record.id && isWaiterAlive(snapshot, waiter))
        .filter((waiter) => mayPreempt(snapshot, waiter, record))
        .sort((a, b) => compareClaims(claimOfWaiter(snapshot, a), claimOfWaiter(snapshot, b)))[0];
}
/**
 * A waiter preempts a holder if its priority is higher, or equal with a newer major.minor, and it stands ahead of the
 * holder's frozen place; never a hold, never one that is not preemptible, never within its exempt time. A bash waiter
 * that let the host pass before this holder took it is no longer ahead of it.
 */
function mayPreempt(snapshot, waiter, record) {
    return outranks(snapshot, waiter, record) && exemptUntilMs(snapshot, record) <= snapshot.uptimeMs;
}
/** As mayPreempt, but for the exempt time, which ends. */
function outranks(snapshot, waiter, record) {
    if (record.kind === 'hold' || record.details.preemptible === false)
        return false;
    if (waiter.record?.details.preempts === false)
        return false;
    if (waiter.record === undefined && record.details.passedOver?.includes(waiter.id) === true)
        return false;
    const isHigher = waiter.priority > record.priority;
    const isNewer = waiter.priority === record.priority && isNewerMinor(waiter.version, record.version);
    return (isHigher || isNewer) && compareClaims(claimOfWaiter(snapshot, waiter), claimOfHolder(record)) < 0;
}
/** Until when a lease can't be preempted, in ms of uptime. */
function exemptUntilMs(snapshot, record) {
    return (snapshot.uptimeMs - spanAgeMs(snapshot, record.until) + (record.details.exemptMs ?? DEFAULTS.exemptMs));
}
/** How long a holder that has been told may still stay, in ms; negative once it is overdue. */
function graceLeftMs(snapshot, told) {
    return spanEndMs(snapshot, told.grace) - snapshot.uptimeMs;
}
/** What a job is called in what others read: its name, its id, or that it is a bash job. */
function jobName(waiter) {
    return waiter.record === undefined ? 'a bash job' : (waiter.record.details.job ?? waiter.record.owner);
}
function tellingOf(snapshot, record, preemptor) {
    const graceMs = record.details.graceMs ?? DEFAULTS.graceMs;
    const nowMs = Number(snapshot.wallNs / 1000000n);
    return {
        byId: preemptor.id,
        byJob: jobName(preemptor),
        byVersion: preemptor.version.text,
        atMs: nowMs,
        graceUntilMs: nowMs + graceMs,
        grace: { startMs: snapshot.uptimeMs, durationMs: graceMs, bootId: snapshot.bootId },
    };
}

;// CONCATENATED MODULE: ./src/protocol/request.ts
/** The leases that a request has already, by host. */
function ownRecords(snapshot, request) {
    return [...snapshot.hosts.values()].flatMap(({ host, record }) => record?.id === request.who.id && ['settling', 'held', 'quitting'].includes(record.state)
        ? [[host, record]]
        : []);
}
/** The place that a request has in the queue. */
function ownWaiter(snapshot, request) {
    return snapshot.waiters.find(({ id }) => id === request.who.id);
}
/** A request that has no file yet, as it will look once it has. */
function asWaiter(snapshot, request, claim) {
    const { id, priority, version, arrivalNs } = claim;
    const { who, waiterTtlMs, details, groups } = request;
    const record = {
        format: '1',
        id,
        owner: who.owner,
        attempt: who.attempt,
        tenant: snapshot.caller.tenant,
        priority,
        version,
        kind: 'lease',
        state: 'waiting',
        token: 0,
        stampNs: arrivalNs,
        previousStampNs: 0n,
        ttlMs: waiterTtlMs,
        until: { startMs: snapshot.uptimeMs, durationMs: 0, bootId: snapshot.bootId },
        details: { ...details, groups },
    };
    return { id, record, files: [], version, priority, arrivalNs };
}

;// CONCATENATED MODULE: ./src/protocol/same-job.ts
/** Other processes of the same job: a step that is run again, a later attempt of a workflow. */




/** The same owner may run again, in a step that is repeated or a later attempt: it takes its own lease over. */
function isSameJob(snapshot, request, record) {
    const { id, owner } = request.who;
    return record.id !== id && record.owner === owner && record.tenant === snapshot.caller.tenant;
}
/** May this process have what an earlier one of the same job left? Not while that one has just given a sign of life. */
function mayTakeOver(snapshot, request, record) {
    if (!isSameJob(snapshot, request, record) || record.attempt > request.who.attempt)
        return false;
    return record.attempt < request.who.attempt || snapshot.uptimeMs >= silentAtMs(snapshot, record);
}
/**
 * From when on a process of this job counts as silent, in ms of uptime: two intervals after its last sign of life; but one
 * that keeps a lease while a command runs may be cut off from the pool only, so its command must be dead by its own
 * deadline first.
 */
function silentAtMs(snapshot, record) {
    const ageMs = heartbeatAgeMs(snapshot, record.id) ?? Infinity;
    const { heartbeatMs = DEFAULTS.heartbeatMs, keeper = false } = record.details;
    const isKept = keeper && record.state !== 'waiting';
    const silenceMs = isKept
        ? Math.max(2 * heartbeatMs, commandDeadlines(record.ttlMs).killMs)
        : 2 * heartbeatMs;
    return snapshot.uptimeMs - ageMs + silenceMs;
}
/** Has a later process of this job taken over what this one had, or a later attempt begun? */
function isSuperseded(snapshot, request, wasRegistered) {
    const hosts = hostsOf(request.groups);
    const others = [
        ...hosts.flatMap((host) => {
            const life = decideExpiry(snapshot, host);
            return life.state === 'live' ? [life.record] : [];
        }),
        ...snapshot.waiters
            .filter((waiter) => waiter.files.some((file) => hosts.includes(file.host)) && isWaiterAlive(snapshot, waiter))
            .flatMap((waiter) => waiter.record ?? []),
    ].filter((record) => isSameJob(snapshot, request, record));
    if (others.some((record) => record.attempt > request.who.attempt))
        return true;
    const isGone = ownWaiter(snapshot, request) === undefined && !snapshot.heartbeats.has(request.who.id);
    return wasRegistered && isGone && others.some((record) => record.attempt === request.who.attempt);
}
/** The place of an earlier process of this job, which this one may have. */
function earlierPlace(snapshot, request) {
    const hosts = hostsOf(request.groups);
    return snapshot.waiters.find(({ record, files }) => record !== undefined &&
        mayTakeOver(snapshot, request, record) &&
        files.some((file) => hosts.includes(file.host)));
}

;// CONCATENATED MODULE: ./src/protocol/target.ts





/**
 * The one host at which a waiter has a waiting file, so that one holder leaves and not one at each candidate: the
 * lowest-ranked holder that it may preempt and that no waiter ahead of it asks already, bash holders last; its only
 * candidate; or none. Once a holder has been told on its behalf, the target stays.
 *
 * A bash holder counts as told at once, for bash reads the name itself.
 */
function chooseTarget(snapshot, waiter, groups) {
    const [candidates, ...others] = groups;
    // a request for several hosts at once asks nobody to leave: it would empty one while it waits for the other
    if (candidates === undefined || others.length > 0 || !mayAskByName(snapshot, waiter))
        return undefined;
    if (candidates.length === 1)
        return candidates[0];
    const current = waiter.files.find((file) => !file.queued)?.host;
    if (current !== undefined && isToldFor(snapshot, waiter, current))
        return current;
    const asked = hostsAskedByOthers(snapshot, waiter);
    const ranked = candidates
        .filter((host) => !asked.has(host))
        .flatMap((host) => preemptibleHolder(snapshot, waiter, host))
        .sort((a, b) => a.rank - b.rank || compareHolders(b, a));
    const best = ranked[0];
    if (best === undefined)
        return undefined;
    // as good as the best: no reason to move
    const stays = ranked.find(({ host }) => host === current);
    return stays !== undefined && stays.rank === best.rank && compareHolders(stays, best) === 0
        ? current
        : best.host;
}
/** A waiting file of a higher version makes bash jobs leave, whatever the priority: below theirs, a job has none. */
function mayAskByName(snapshot, waiter) {
    if (waiter.record?.details.preempts === false)
        return false;
    return snapshot.legacy === undefined || waiter.priority >= BASH_PRIORITY;
}
function isToldFor(snapshot, waiter, host) {
    const availability = availabilityOf(snapshot, host);
    if (availability.state === 'bash')
        return true;
    return availability.state === 'held' && availability.holder.details.told?.byId === waiter.id;
}
function preemptibleHolder(snapshot, waiter, host) {
    const availability = availabilityOf(snapshot, host);
    if (availability.state === 'bash')
        return [{ host, rank: 2, claim: undefined }];
    if (availability.state !== 'held' || !mayPreempt(snapshot, waiter, availability.holder))
        return [];
    const rank = availability.holder.details.told === undefined ? 1 : 0;
    return [{ host, rank, claim: claimOfHolder(availability.holder) }];
}
function compareHolders(a, b) {
    return a.claim === undefined || b.claim === undefined ? 0 : compareClaims(a.claim, b.claim);
}
/** Hosts whose holders others ask to leave: those ahead in the queue, and those whose holder has been told. */
function hostsAskedByOthers(snapshot, waiter) {
    const own = claimOfWaiter(snapshot, waiter);
    const others = snapshot.waiters.filter((other) => other.id !== waiter.id && isWaiterAlive(snapshot, other));
    return new Set(others.flatMap((other) => {
        const isAhead = compareClaims(claimOfWaiter(snapshot, other), own) < 0;
        return other.files
            .filter((file) => !file.queued && (isAhead || isToldFor(snapshot, other, file.host)))
            .map((file) => file.host);
    }));
}

;// CONCATENATED MODULE: ./src/protocol/tidy.ts
/** What anyone may commit who comes by, and everyone profits from. */

/** Leases whose lock another job has overwritten. */
function loseVerbs(snapshot, hosts) {
    return hosts
        .filter((host) => lockOwner(snapshot.hosts.get(host)) === 'foreign')
        .filter((host) => decideExpiry(snapshot, host).state === 'live')
        .map((host) => ({ verb: 'lose', host }));
}
/** The files of waiters that are dead; without them bash jobs would give way to nobody. */
function clearVerbs(snapshot, hosts, ownId) {
    return snapshot.waiters
        .filter((waiter) => waiter.record !== undefined && waiter.id !== ownId && !isWaiterAlive(snapshot, waiter))
        .flatMap((waiter) => {
        const file = waiter.files.find(({ host }) => hosts.includes(host));
        return file === undefined ? [] : [{ verb: 'clear', id: waiter.id, name: file.text }];
    });
}
/** Leases that are over, whose locks would keep bash jobs out; for when nobody takes such a host at once. */
function expireVerbs(snapshot, hosts) {
    return hosts.flatMap((host) => {
        const life = decideExpiry(snapshot, host);
        if (life.state !== 'expired' || lockOwner(snapshot.hosts.get(host)) === 'foreign')
            return [];
        return [{ verb: 'expire', host, details: { ...life.record.details, endedBy: 'expired' } }];
    });
}

;// CONCATENATED MODULE: ./src/protocol/upkeep.ts


/**
 * What a holder does for its lease besides beating: put back a lock that is missing, confirm one that has settled again,
 * give bash a new stamp before the old one looks expired, and clear the files of dead waiters, which bash would obey.
 */
function upkeepVerbs(snapshot, id, hosts, options) {
    const own = hosts.flatMap((host) => {
        const life = decideExpiry(snapshot, host);
        return life.state === 'live' && life.record.id === id ? [[host, life.record]] : [];
    });
    const confirmed = settledHosts(snapshot, own, options);
    const renewed = own
        .filter(([host, record]) => lockOwner(snapshot.hosts.get(host)) === 'none' || isStampOld(snapshot, record, options))
        .map(([host]) => host)
        // one commit changes a record once
        .filter((host) => !confirmed.includes(host));
    const renew = renewed.length === 0 ? [] : [{ verb: 'renew', id, hosts: renewed, keeper: options.keeper }];
    const confirm = confirmed.length === 0 ? [] : [{ verb: 'held', id, hosts: confirmed }];
    return [...renew, ...confirm, ...clearVerbs(snapshot, hosts, id)];
}
/** Is a lease of the id settling, with every one of its locks in place? Only then does the settle time run. */
function isSettling(snapshot, id, hosts) {
    const views = hosts.flatMap((host) => snapshot.hosts.get(host) ?? []);
    const own = views.filter(({ record }) => record?.id === id);
    return (own.some(({ record }) => record?.state === 'settling') && own.every((view) => lockOwner(view) === 'ours'));
}
/** Half of LOCK_TIMEOUT has passed, or nobody but this check renews the stamp. */
function isStampOld(snapshot, record, { keeper }) {
    if (snapshot.legacy === undefined)
        return false;
    if (!keeper)
        return true;
    return stampDueInMs(snapshot, record) <= 0;
}
/** In how many ms a keeper must give bash jobs a new stamp; Infinity where they never see this one expire. */
function stampDueInMs(snapshot, record) {
    const lockTimeoutMs = snapshot.legacy?.lockTimeoutMs;
    if (lockTimeoutMs === undefined)
        return Infinity;
    return lockTimeoutMs / 2 - Number(snapshot.wallNs - record.stampNs) / 1_000_000;
}
/** When a keeper has something to do for its lease besides beating, in ms of uptime; Infinity if nothing is to come. */
function nextUpkeepAtMs(snapshot, id, hosts, { settleMs, settlingSinceMs = Infinity }) {
    const own = hosts.flatMap((host) => snapshot.hosts.get(host)?.record ?? []).filter((one) => one.id === id);
    const dueInMs = own.map((record) => Math.max(0, stampDueInMs(snapshot, record)));
    return Math.min(settlingSinceMs + settleMs, ...dueInMs.map((ms) => snapshot.uptimeMs + Math.ceil(ms)));
}
function settledHosts(snapshot, own, { settleMs, settlingSinceMs }) {
    if (settlingSinceMs === undefined || snapshot.uptimeMs < settlingSinceMs + settleMs)
        return [];
    return own
        .filter(([host, record]) => record.state === 'settling' && lockOwner(snapshot.hosts.get(host)) === 'ours')
        .map(([host]) => host);
}

;// CONCATENATED MODULE: ./src/protocol/wait-report.ts







/** Who has the hosts that a request wants, and who is ahead. */
function reportOf(snapshot, request, claim) {
    const hosts = hostsOf(request.groups).map((host) => ({
        host,
        availability: availabilityOf(snapshot, host),
    }));
    const isEarlierAttempt = hosts.some(({ availability }) => availability.state === 'held' && isSameJob(snapshot, request, availability.holder));
    const ahead = claim === undefined ? [] : hosts.flatMap(({ host }) => waitersAhead(snapshot, host, claim));
    return {
        hosts,
        ahead: [...new Map(ahead.map((one) => [one.waiter.id, one])).values()],
        because: isEarlierAttempt ? 'earlier-attempt' : 'queue',
        target: ownWaiter(snapshot, request)?.files.find((file) => !file.queued)?.host,
    };
}
/** The next instant at which time alone changes something: an expiry, an end of rest, an earlier attempt fallen silent. */
function nextChangeMs(snapshot, request, seen, hosts, claim) {
    const instants = hosts.flatMap((host) => {
        const ahead = waitersAhead(snapshot, host, claim).map(({ waiter }) => waiter.record === undefined && isFree(snapshot, host)
            ? snapshot.uptimeMs + DEFAULTS.bashPatienceMs - freeForMs(snapshot, waiter, host, seen)
            : waiterEndsAtMs(snapshot, waiter) + 1);
        return [...ahead, ...holderInstants(snapshot, request, host)];
    });
    const future = instants.filter((at) => at > snapshot.uptimeMs);
    return future.length === 0 ? undefined : Math.min(...future);
}
function holderInstants(snapshot, request, host) {
    const availability = availabilityOf(snapshot, host);
    switch (availability.state) {
        case 'held': {
            const { holder, endsAtMs } = availability;
            return isSameJob(snapshot, request, holder)
                ? [endsAtMs + 1, silentAtMs(snapshot, holder)]
                : [endsAtMs + 1];
        }
        case 'resting':
            return [availability.untilMs + 1];
        case 'bash':
            return availability.untilMs === undefined ? [] : [availability.untilMs];
        case 'free':
        case 'broken':
            return [];
    }
}

;// CONCATENATED MODULE: ./src/protocol/acquire.ts












const NO_MEMORY = { seen: new Map(), settlingSinceMs: undefined, wasRegistered: false };
/** Notes what only the passing of snapshots tells. To be called with each snapshot before it is decided upon. */
function remember(snapshot, request, memory) {
    const hosts = ownRecords(snapshot, request).map(([host]) => host);
    return {
        seen: noteTaken(snapshot, memory.seen),
        settlingSinceMs: isSettling(snapshot, request.who.id, hosts)
            ? (memory.settlingSinceMs ?? snapshot.uptimeMs)
            : undefined,
        wasRegistered: memory.wasRegistered || ownWaiter(snapshot, request) !== undefined,
    };
}
/**
 * The rule of sharing. In this order: what is ours already; a later attempt of this job; what must be tidied first; a
 * free host, if nobody ahead could take it; a place in the queue, and the one holder to ask.
 */
function decideAcquire(snapshot, request, memory) {
    const own = ownRecords(snapshot, request);
    if (own.length > 0)
        return decideOwn(snapshot, request, memory, own);
    if (isSuperseded(snapshot, request, memory.wasRegistered))
        return { kind: 'superseded' };
    const hosts = hostsOf(request.groups);
    const problem = hosts.map((host) => snapshot.hosts.get(host)?.problem).find((text) => text !== undefined);
    if (problem !== undefined)
        return { kind: 'broken', problem };
    const tidying = [...loseVerbs(snapshot, hosts), ...clearVerbs(snapshot, hosts, request.who.id)];
    if (tidying.length > 0)
        return { kind: 'change', change: { hosts: [], verbs: tidying } };
    const waiter = ownWaiter(snapshot, request);
    const claim = waiter === undefined ? newClaim(snapshot, request) : claimOfWaiter(snapshot, waiter);
    const chosen = chooseHosts(request.groups, (host) => mayTake(snapshot, request, memory, host, claim));
    if (chosen !== undefined)
        return take(snapshot, request, memory, waiter, claim, chosen);
    if (request.ifBusy !== 'wait')
        return { kind: 'busy', report: reportOf(snapshot, request, claim) };
    const expired = expireVerbs(snapshot, hosts);
    if (expired.length > 0)
        return { kind: 'change', change: { hosts: [], verbs: expired } };
    const target = chooseTarget(snapshot, waiter ?? asWaiter(snapshot, request, claim), request.groups);
    if (waiter === undefined || !hasAllFiles(waiter, hosts))
        return register(snapshot, request, target, hosts);
    if (target !== waiter.files.find((file) => !file.queued)?.host) {
        return {
            kind: 'change',
            change: { hosts, verbs: [{ verb: 'target', id: request.who.id, host: target }] },
        };
    }
    return waiting(snapshot, request, memory, claim);
}
// ---- what is ours already
function decideOwn(snapshot, request, memory, own) {
    const { id } = request.who;
    const hosts = own.map(([host]) => host);
    const lost = loseVerbs(snapshot, hosts);
    // lost while settling: the other hosts go back as well, the place stays
    if (lost.length > 0)
        return { kind: 'change', change: { hosts, verbs: lost } };
    // partly ours, or expired while this process was stopped: back to the queue
    const isWhole = own.length === request.groups.length;
    if (!isWhole || !hosts.every((host) => decideExpiry(snapshot, host).state === 'live')) {
        return giveBack(request, hosts);
    }
    if (own.every(([, record]) => record.state !== 'settling'))
        return { kind: 'acquired', records: new Map(own) };
    const missing = hosts.filter((host) => lockOwner(snapshot.hosts.get(host)) === 'none');
    if (missing.length > 0) {
        const keeper = request.details.keeper ?? false;
        return { kind: 'change', change: { hosts, verbs: [{ verb: 'renew', id, hosts: missing, keeper }] } };
    }
    const preempted = own.some(([host, record]) => findPreemptor(snapshot, host, { ...record, details: notExempt(record) }));
    if (preempted)
        return giveBack(request, hosts);
    const settledAtMs = (memory.settlingSinceMs ?? snapshot.uptimeMs) + request.settleMs;
    if (snapshot.uptimeMs >= settledAtMs)
        return { kind: 'change', change: { hosts, verbs: [{ verb: 'held', id, hosts }] } };
    const report = { ...reportOf(snapshot, request, undefined), because: 'settling' };
    return { kind: 'wait', report, aheadCount: 0, wakeAtMs: settledAtMs };
}
/** A host that is only settling is given back at once: its job has not started. */
function notExempt(record) {
    return { ...record.details, exemptMs: 0 };
}
function giveBack(request, hosts) {
    const verb = { verb: 'free', id: request.who.id, hosts, leave: 'place', details: undefined };
    return { kind: 'change', change: { hosts, verbs: [verb] } };
}
// ---- taking
function hasAllFiles(waiter, hosts) {
    return hosts.every((host) => waiter.files.some((file) => file.host === host));
}
/** Where a job would stand that has no place yet: behind everybody who has. */
function newClaim(snapshot, request) {
    const { who, priority, version } = request;
    return {
        id: who.id,
        priority,
        starved: false,
        version,
        arrivalNs: snapshot.wallNs + 1000000000000000n,
    };
}
/** Is the host free, or an earlier attempt's of this job, and could nobody ahead take it now? */
function mayTake(snapshot, request, memory, host, claim) {
    const availability = availabilityOf(snapshot, host);
    if (availability.state === 'held' || availability.state === 'resting') {
        return mayTakeOver(snapshot, request, availability.holder);
    }
    if (availability.state !== 'free')
        return false;
    return waitersAhead(snapshot, host, claim)
        .filter(({ waiter }) => waiter.record === undefined || !mayTakeOver(snapshot, request, waiter.record))
        .every(({ waiter }) => !couldTakeNow(snapshot, waiter, host, memory.seen));
}
function take(snapshot, request, memory, waiter, claim, hosts) {
    const { who, priority, version, ttlMs, maxHoldMs, details } = request;
    const isLegacy = snapshot.legacy !== undefined;
    const needsPlace = waiter === undefined || !hasAllFiles(waiter, hosts);
    // a place comes first where bash jobs look, and where this job had one, or an earlier process of it
    const hadPlace = waiter !== undefined || snapshot.heartbeats.has(who.id);
    if (needsPlace && (isLegacy || hadPlace || earlierPlace(snapshot, request) !== undefined)) {
        const target = isLegacy ? settleTarget(snapshot, request, hosts) : undefined;
        return register(snapshot, request, target, request.ifBusy === 'wait' ? hostsOf(request.groups) : hosts);
    }
    const previous = previousOf(snapshot, request, hosts[0] ?? '');
    const passedOver = hosts.flatMap((host) => passedOverAt(snapshot, memory, host, claim));
    const verb = {
        verb: 'take',
        who,
        priority,
        version: version.text,
        ttlMs,
        maxHoldMs,
        keeper: details.keeper ?? false,
        state: isLegacy ? 'settling' : 'held',
        from: waiter === undefined ? 'new' : 'waiting',
        hosts,
        details: {
            ...details,
            groups: request.groups,
            ...(waiter === undefined ? {} : { arrivalNs: String(waiter.arrivalNs) }),
            ...(claim.starved ? { starved: true } : {}),
            ...(passedOver.length === 0 ? {} : { passedOver }),
            ...(previous === undefined ? {} : { previous }),
        },
    };
    const target = isLegacy
        ? [{ verb: 'target', id: who.id, host: settleTarget(snapshot, request, hosts) }]
        : [];
    return { kind: 'change', change: { hosts, verbs: [...target, verb] } };
}
/** Bash waiters ahead that have left the host free for so long that it goes to this job: they don't preempt it either. */
function passedOverAt(snapshot, memory, host, claim) {
    return waitersAhead(snapshot, host, claim)
        .filter(({ waiter }) => waiter.record === undefined && !couldTakeNow(snapshot, waiter, host, memory.seen))
        .map(({ waiter }) => waiter.id);
}
/** Where the waiting file stands while a host settles: there, so that bash jobs of lower versions keep off. */
function settleTarget(snapshot, request, hosts) {
    const [host, ...others] = hosts;
    if (host === undefined || others.length > 0)
        return undefined;
    return chooseTarget(snapshot, asWaiter(snapshot, request, newClaim(snapshot, request)), [[host]]);
}
function previousOf(snapshot, request, host) {
    const view = snapshot.hosts.get(host);
    if (lockOwner(view) === 'foreign')
        return { id: '-', job: 'a bash job', endedBy: 'bash' };
    const record = view?.record;
    return record === undefined
        ? undefined
        : { id: record.id, job: record.details.job ?? record.owner, endedBy: endOf(snapshot, request, record) };
}
/** How the lease ended that this take follows. */
function endOf(snapshot, request, record) {
    if (record.state === 'free')
        return record.details.endedBy ?? 'released';
    if (record.state === 'lost')
        return 'lost';
    return isSameJob(snapshot, request, record) ? 'superseded' : 'expired';
}
// ---- the queue
function register(snapshot, request, target, hosts) {
    const { who, priority, version, waiterTtlMs, details, groups } = request;
    const verb = {
        verb: 'wait',
        who,
        priority,
        version: version.text,
        ttlMs: waiterTtlMs,
        supersedes: earlierPlace(snapshot, request)?.id,
        target,
        hosts,
        details: { ...details, groups },
    };
    // a file that it has elsewhere asks nobody any more
    const elsewhere = ownWaiter(snapshot, request) === undefined ? [] : [{ verb: 'target', id: who.id, host: target }];
    return { kind: 'change', change: { hosts: [], verbs: [...elsewhere, verb] } };
}
// ---- waiting
function waiting(snapshot, request, memory, claim) {
    const report = reportOf(snapshot, request, claim);
    const hosts = hostsOf(request.groups);
    const aheadCount = Math.min(...hosts.map((host) => waitersAhead(snapshot, host, claim).length));
    return {
        kind: 'wait',
        report,
        aheadCount,
        wakeAtMs: nextChangeMs(snapshot, request, memory.seen, hosts, claim),
    };
}

;// CONCATENATED MODULE: ./src/lease/clock.ts
/** The longest that a timer of Node can wait, 24.8 days; beyond it would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
        if (signal.aborted) {
            reject(signal.reason);
            return;
        }
        const onAbort = () => {
            timer.cancel();
            reject(signal.reason);
        };
        const timer = systemClock.after(ms, () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
        });
        signal.addEventListener('abort', onAbort, { once: true });
    }),
    after: (ms, callback) => {
        let timer;
        const wait = (leftMs) => {
            timer = setTimeout(() => (leftMs > LONGEST_TIMER_MS ? wait(leftMs - LONGEST_TIMER_MS) : callback()), Math.min(leftMs, LONGEST_TIMER_MS));
        };
        wait(ms);
        return { cancel: () => clearTimeout(timer) };
    },
};
/** A signal that aborts with `reason` after `ms`, or with its parent; `cancel` ends both bonds. */
function deadlineSignal(clock, ms, reason, parent) {
    const controller = new AbortController();
    const onParent = () => controller.abort(parent?.reason);
    const timer = ms === undefined ? undefined : clock.after(ms, () => controller.abort(reason));
    if (parent?.aborted === true)
        onParent();
    else
        parent?.addEventListener('abort', onParent, { once: true });
    return {
        signal: controller.signal,
        cancel: () => {
            timer?.cancel();
            parent?.removeEventListener('abort', onParent);
        },
    };
}

;// CONCATENATED MODULE: ./src/lease/flow.ts
/** What every flow is given, and the one step that all of them share: commit, and see what came of it. */

/** How often a pool may fail in a row before a flow gives up; a success starts the count again. */
const MAX_FAILURES = 6;
const REACH_MS = 60_000;
const MAX_DELAY_MS = 30_000;
const MAX_UNKNOWN_DELAY_MS = 5000;
function patience({ clock, say, signal, random }, { maxFailures = MAX_FAILURES, reachMs = REACH_MS, isPassing = isBadLuck } = {}) {
    let failures = 0;
    let sinceMs;
    return {
        async afterFailure(error) {
            signal.throwIfAborted();
            if (!(error instanceof Error) || !isPassing(error))
                throw error;
            failures += 1;
            sinceMs ??= clock.now();
            const isOver = error instanceof pool_pool/* PoolUnreachable */.tT
                ? failures >= (error.maxTries ?? Infinity) || clock.now() - sinceMs >= reachMs
                : failures >= maxFailures;
            if (isOver) {
                throw new pool_pool/* PoolUnavailable */.pP('fault', `${error.message} (${failures} times in a row)`, { cause: error });
            }
            // out of reach for all alike: who comes again at once would only be one of a crowd
            const mostMs = error instanceof pool_pool/* PoolUnreachable */.tT ? MAX_DELAY_MS : MAX_UNKNOWN_DELAY_MS;
            const leastMs = error instanceof pool_pool/* PoolUnreachable */.tT ? error.delayMs : 100;
            const inMs = Math.round((0.5 + random()) * Math.min(mostMs, leastMs * 2 ** Math.min(failures, 8)));
            say({ type: 'retrying', error, inMs });
            await clock.sleep(inMs, signal);
        },
        reset() {
            failures = 0;
            sinceMs = undefined;
        },
    };
}
function isBadLuck(error) {
    return error instanceof pool_pool/* OutcomeUnknown */.Jr || error instanceof pool_pool/* PoolUnreachable */.tT;
}
/**
 * A snapshot, in spite of a pool that fails for a while. It counts by itself unless told otherwise: a pool that can be
 * read, but takes no commit, is to be given up all the same.
 */
async function look(context, failing = patience(context)) {
    for (;;) {
        try {
            const snapshot = await context.pool.snapshot(context.signal);
            failing.reset();
            return snapshot;
        }
        catch (error) {
            await failing.afterFailure(error);
        }
    }
}
/**
 * Commits once. Whatever comes of it, the caller decides anew from what it then sees. `onUnknown` hears until when an
 * unknown outcome may still take effect, in ms of the bastion's uptime, and before anything can break the flow off.
 */
async function advance(context, seen, change, failing, onUnknown) {
    const { pool, clock, signal, random } = context;
    try {
        const result = await pool.commit(seen, change, signal);
        switch (result.kind) {
            case 'committed':
                failing.reset();
                return { result, next: undefined };
            case 'conflict':
                failing.reset();
                return { result: undefined, next: result.snapshot };
            case 'busy':
                await clock.sleep(20 + random() * 200, signal);
                return { result: undefined, next: undefined };
        }
    }
    catch (error) {
        if (error instanceof pool_pool/* OutcomeUnknown */.Jr)
            onUnknown?.(error.deadlineUptimeMs);
        await failing.afterFailure(error);
        return { result: 'unknown', next: undefined };
    }
}
function asError(thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
}

;// CONCATENATED MODULE: ./src/lease/leave.ts
/** Taking away what a request has left in a pool: its place, its lease. */






/**
 * Removes every file of these requests and gives their hosts back, in one commit each; looks again until nothing is there.
 * Idempotent: what is gone already is simply not in the answer.
 *
 * Nothing counts as gone while an earlier commit may still take effect.
 */
async function leave(context, findIds, { unknownUntilMs: unknownMs = -Infinity, isOne = false } = {}) {
    let unknownUntilMs = unknownMs;
    const failing = patience(context);
    const freed = new Map();
    const lost = new Set();
    for (let next;;) {
        const snapshot = next ?? (await look(context));
        next = undefined;
        const parts = findIds(snapshot).map((id) => partsOf(snapshot, id));
        if (isOne && parts.some((part) => part.verbs.length > 0))
            unknownUntilMs = -Infinity;
        for (const part of parts) {
            for (const [host, heldMs] of part.held)
                freed.set(host, heldMs);
            for (const host of part.lost)
                lost.add(host);
        }
        const verbs = parts.flatMap((part) => part.verbs);
        if (verbs.length > 0) {
            // of unknown outcome is as good: what still shows is given back again, and what comes late finds nothing of this id
            const step = await advance(context, snapshot, { hosts: [], verbs }, failing);
            next = step.next;
            if (step.result === 'unknown' || step.result === undefined)
                continue;
            for (const host of step.result.lost)
                lost.add(host);
            for (const host of [...step.result.notHeld, ...step.result.lost])
                freed.delete(host);
            const isAll = !verbs.some(({ verb }) => verb === 'lose');
            if (isAll && snapshot.uptimeMs > unknownUntilMs)
                return { freed, lost: [...lost] };
            continue;
        }
        if (snapshot.uptimeMs > unknownUntilMs)
            return { freed, lost: [...lost] };
        await context.clock.sleep(Math.min(500, unknownUntilMs - snapshot.uptimeMs + 10), context.signal);
    }
}
function partsOf(snapshot, id) {
    const held = new Map();
    const lost = [];
    for (const view of snapshot.hosts.values()) {
        const { host, record } = view;
        if (record?.id !== id || record.state === 'free')
            continue;
        if (record.state === 'lost' || lockOwner(view) === 'foreign')
            lost.push(host);
        else
            held.set(host, spanAgeMs(snapshot, record.until));
    }
    // that another job's lock stands there is to be seen in the record and the journal before the lease goes
    const losing = loseVerbs(snapshot, lost);
    if (losing.length > 0)
        return { held: new Map(), lost, verbs: losing };
    const hosts = [...held.keys(), ...lost];
    const waiter = snapshot.waiters.find((one) => one.id === id);
    if (hosts.length > 0) {
        return { held, lost, verbs: [{ verb: 'free', id, hosts, leave: 'end', details: undefined }] };
    }
    const isThere = waiter !== undefined || snapshot.heartbeats.has(id);
    return { held, lost, verbs: isThere ? [{ verb: 'unwait', id, arrivalNs: waiter?.arrivalNs }] : [] };
}
/**
 * Takes away what a request that was given up has left, within `budgetMs`, whatever made it end. Says so where it can't:
 * then the files go when they expire.
 */
async function abandon(context, id, underway, budgetMs = 4000) {
    const late = new pool_pool/* OutcomeUnknown */.Jr(`the pool ${context.pool.name} did not answer in time`, undefined);
    const { signal, cancel } = deadlineSignal(context.clock, budgetMs, late);
    try {
        await leave({ ...context, signal }, () => [id], underway);
    }
    catch (error) {
        context.say({ type: 'left-behind', error: asError(error) });
    }
    finally {
        cancel();
    }
}

;// CONCATENATED MODULE: ./src/lease/acquire.ts





/** How long a pool may be out of reach of a job that waits without a time-out. */
const acquire_REACH_MS = 600_000;
class WaitTimeout extends Error {
}
/**
 * Gets the hosts that the request wants, or its place in the queue until it does. Resolves when the lease was ours at the
 * moment of the commit; it may have been lost since. Every other end takes the request's own files away first.
 */
async function acquire(context, request, options) {
    const { clock } = context;
    const attempt = {
        isUntouched: true,
        unknownUntilMs: undefined,
        arrivals: 0,
        report: undefined,
        snapshot: undefined,
    };
    const timeout = new WaitTimeout('the wait timeout has passed');
    const { signal, cancel } = deadlineSignal(clock, options.waitTimeoutMs, timeout, context.signal);
    const bounded = { ...context, signal };
    try {
        const result = await attemptAcquire(bounded, request, options, attempt);
        if (result.kind !== 'acquired')
            await takeAway(context, request, attempt);
        return result;
    }
    catch (error) {
        await takeAway(context, request, attempt);
        if (signal.reason !== timeout)
            throw error;
        return { kind: 'not-acquired', reason: 'timeout', report: attempt.report, snapshot: attempt.snapshot };
    }
    finally {
        cancel();
    }
}
async function takeAway(context, request, attempt) {
    if (attempt.isUntouched)
        return;
    await abandon(context, request.who.id, {
        unknownUntilMs: attempt.unknownUntilMs,
        isOne: attempt.arrivals <= 1,
    });
}
async function attemptAcquire(context, request, { headMs = 100, queueMs = 3000, waitTimeoutMs }, attempt) {
    const { pool, clock, signal } = context;
    signal.throwIfAborted();
    const startedAtMs = clock.now();
    // who waits for hours has time for a bastion that is restarted
    const reach = { reachMs: waitTimeoutMs ?? acquire_REACH_MS };
    const failing = patience(context, reach);
    const beats = placeBeats(context, request, failing);
    let memory = NO_MEMORY;
    let sentAtMs = clock.now();
    let takeSentAtMs;
    const ends = () => ({
        sentAtMs,
        endsAtMs: (takeSentAtMs ?? startedAtMs) + request.maxHoldMs,
    });
    for (let next;;) {
        const snapshot = next ?? (await look(context, patience(context, reach)));
        next = undefined;
        memory = remember(snapshot, request, memory);
        const decision = decideAcquire(snapshot, request, memory);
        attempt.snapshot = snapshot;
        // the one that was sent is there: nothing is on its way any more
        if (attempt.arrivals === 1 && snapshot.heartbeats.has(request.who.id))
            attempt.unknownUntilMs = undefined;
        const waitedMs = clock.now() - startedAtMs;
        switch (decision.kind) {
            case 'acquired':
                return { ...acquired(context, request, decision, waitedMs), ...ends() };
            case 'superseded':
                return { kind: 'superseded' };
            case 'broken':
                throw new pool_pool/* PoolUnavailable */.pP('broken-record', `the pool ${pool.name} can't be used: ${decision.problem}`);
            case 'busy':
                return { kind: 'not-acquired', reason: 'busy', report: decision.report, snapshot };
            case 'change': {
                const sendingAtMs = clock.now();
                attempt.isUntouched = false;
                const mayArrive = arrives(decision.change);
                if (mayArrive)
                    attempt.arrivals += 1;
                const step = await advance(context, snapshot, decision.change, failing, (untilMs) => {
                    if (mayArrive)
                        attempt.unknownUntilMs = latest(attempt.unknownUntilMs, untilMs);
                });
                next = step.next;
                if (step.result === undefined && mayArrive)
                    attempt.arrivals -= 1;
                const taken = decision.change.verbs.find((verb) => verb.verb === 'take');
                if (step.result !== undefined)
                    sentAtMs = sendingAtMs;
                if (step.result !== undefined && taken !== undefined)
                    takeSentAtMs ??= sendingAtMs;
                if (step.result === undefined || step.result === 'unknown')
                    break;
                if (decision.change.verbs.some(({ verb }) => BEATING.includes(verb)))
                    beats.made();
                // the answer tells all that a new look would
                if (taken?.state === 'held' && step.result.unlinked.length === 0) {
                    const lease = leaseOf(pool.name, request, taken.hosts, step.result.token);
                    return { kind: 'acquired', lease, waitedMs, previous: taken.details.previous, ...ends() };
                }
                break;
            }
            case 'wait': {
                attempt.report = decision.report;
                if (decision.report.because !== 'settling')
                    takeSentAtMs = undefined;
                context.say({ type: 'waiting', report: decision.report, snapshot, waitedMs });
                await beats.makeIfDue();
                const untilUptimeMs = Math.min(decision.wakeAtMs ?? Infinity, snapshot.uptimeMs + beats.dueInMs());
                const everyMs = lookEveryMs(decision.aheadCount, headMs, queueMs);
                await pool.watch(snapshot, { everyMs, untilUptimeMs }, signal).then(() => failing.reset(), (error) => failing.afterFailure(error));
                break;
            }
        }
        if (signal.aborted)
            throw signal.reason;
    }
}
/** Would it bring the request into the pool, even late? The other verbs need what is there already. */
function arrives({ verbs }) {
    return verbs.some((verb) => verb.verb === 'wait' || (verb.verb === 'take' && verb.from === 'new'));
}
/** Verbs that renew the heartbeat of a request by the way. */
const BEATING = ['wait', 'take', 'held'];
/** The head of the queue looks often, the others the more rarely the more are ahead of them. */
function lookEveryMs(aheadCount, headMs, queueMs) {
    return aheadCount === 0 ? headMs : Math.min(queueMs, 5 * headMs * aheadCount);
}
/** Keeps a place in the queue alive while its process waits. */
function placeBeats({ pool, clock, signal }, request, failing) {
    const everyMs = request.details.heartbeatMs ?? request.waiterTtlMs / 8;
    let lastMs = clock.now();
    const dueInMs = () => Math.max(0, lastMs + everyMs - clock.now());
    return {
        made: () => void (lastMs = clock.now()),
        dueInMs,
        async makeIfDue() {
            if (dueInMs() > 0)
                return;
            lastMs = clock.now();
            // `gone` shows in the next snapshot: the place is then asked for again
            await pool.beat(request.who.id, [], signal).catch((error) => failing.afterFailure(error));
        },
    };
}
function acquired({ pool }, request, { records }, waitedMs) {
    const [record] = records.values();
    const lease = leaseOf(pool.name, request, [...records.keys()], record?.token ?? 0);
    return { kind: 'acquired', lease, waitedMs, previous: record?.details.previous };
}
function leaseOf(pool, request, hosts, token) {
    const { who, version, ttlMs, settleMs, details } = request;
    return {
        pool,
        hosts,
        ...who,
        fencingToken: token,
        version: version.text,
        ttlMs,
        heartbeatMs: details.heartbeatMs ?? ttlMs / 8,
        settleMs,
        keeper: details.keeper ?? false,
    };
}
function latest(a, b) {
    return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

;// CONCATENATED MODULE: ./src/lease/hold.ts




/**
 * Keeps a lease: beats, hands a quit request on, and keeps the lock as bash must see it. Resolves when the lease is lost;
 * rejects with the signal's reason. One heartbeat that fails is not fatal, the ttl's worth of them is.
 */
async function hold(context, lease, holding) {
    const { pool, clock, say, signal } = context;
    const { id, hosts, ttlMs, heartbeatMs } = lease;
    let goodAtMs = holding.sinceMs;
    let dueAtMs = goodAtMs + heartbeatMs;
    let told;
    let settlingSinceMs;
    // bounded by the ttl, not by a count: a pool that is out of reach may come back, and so may room on a full disk
    const failing = patience(context, { maxFailures: Infinity, reachMs: Infinity, isPassing: pool_pool/* isPoolError */.XG });
    for (let next;;) {
        signal.throwIfAborted();
        if (clock.now() >= goodAtMs + ttlMs)
            return 'expired';
        try {
            if (clock.now() >= dueAtMs) {
                const sentAtMs = clock.now();
                const { kind } = await pool.beat(id, hosts, signal);
                if (kind === 'expired')
                    return 'expired';
                if (kind === 'gone' || kind === 'lost')
                    return 'taken';
                goodAtMs = sentAtMs;
                dueAtMs = sentAtMs + heartbeatMs;
                holding.onBeat(sentAtMs);
            }
            const snapshot = next ?? (await pool.snapshot(signal));
            next = undefined;
            const seenAtMs = clock.now();
            settlingSinceMs = isSettling(snapshot, id, hosts) ? (settlingSinceMs ?? snapshot.uptimeMs) : undefined;
            const decision = decideQuit(snapshot, id, hosts);
            const options = { keeper: lease.keeper, settleMs: lease.settleMs, settlingSinceMs };
            const upkeep = decision.kind === 'lost' ? [] : upkeepVerbs(snapshot, id, hosts, options);
            // a missing lock is put back before anything can be written into the record
            const due = decision.kind === 'carry-on' ? [] : decision.verbs;
            const verbs = upkeep.length > 0 ? upkeep : due;
            if (verbs.length > 0) {
                next = await keepUp(context, snapshot, { hosts, verbs }, failing);
                continue;
            }
            if (decision.kind === 'lost')
                return isOurs(snapshot, lease) ? 'expired' : 'taken';
            if (decision.kind === 'quit' && told === undefined) {
                told = decision.told;
                say({ type: 'told', told });
                holding.onQuit(told);
            }
            failing.reset();
            const untilUptimeMs = Math.min(snapshot.uptimeMs + Math.max(0, dueAtMs - seenAtMs), nextUpkeepAtMs(snapshot, id, hosts, options));
            await pool.watch(snapshot, { everyMs: holding.everyMs ?? 3000, untilUptimeMs }, signal);
        }
        catch (error) {
            signal.throwIfAborted();
            await failing.afterFailure(error);
        }
    }
}
async function keepUp(context, snapshot, change, failing) {
    const { result, next } = await advance(context, snapshot, change, failing);
    if (result !== undefined && result !== 'unknown' && result.putBack.length > 0) {
        context.say({ type: 'lock-put-back', hosts: result.putBack });
    }
    return next;
}
/** Do all records still carry the lease? Then it ended by itself, and nobody has taken it. */
function isOurs(snapshot, { id, hosts }) {
    const records = hosts.map((host) => snapshot.hosts.get(host)?.record);
    return records.every((record) => record?.id === id && record.state !== 'lost' && record.state !== 'free');
}

;// CONCATENATED MODULE: ./src/lease/release.ts

/**
 * Gives back what is this job's, and nothing else: its hosts, its lock by content, its files in the queue. To be called
 * as often as one likes: the second time there is nothing to give.
 */
async function release(context, whose) {
    const { freed, lost } = await leave(context, (snapshot) => idsOf(snapshot, whose));
    if (freed.size > 0) {
        return { kind: 'released', hosts: [...freed.keys()], heldMs: Math.max(...freed.values()) };
    }
    if (lost.length > 0)
        return { kind: 'lost', hosts: lost };
    return 'id' in whose && (await isTaken(context, whose.id))
        ? { kind: 'lost', hosts: [] }
        : { kind: 'not-held' };
}
/** The requests of a job: by id, or all that carry its owner and are of no later attempt. */
function idsOf(snapshot, whose) {
    if ('id' in whose)
        return [whose.id];
    const records = [
        ...[...snapshot.hosts.values()].flatMap(({ record }) => record ?? []),
        ...snapshot.waiters.flatMap(({ record }) => record ?? []),
    ];
    const own = records.filter(({ owner, attempt, tenant, state }) => owner === whose.owner &&
        attempt <= whose.attempt &&
        tenant === snapshot.caller.tenant &&
        state !== 'free');
    return [...new Set(own.map(({ id }) => id))];
}
/** Did the host go to somebody else without a release? The next holder's record names whom it followed, and how. */
async function isTaken({ pool, signal }, id) {
    const snapshot = await pool.snapshot(signal);
    return [...snapshot.hosts.values()].some(({ record }) => {
        const previous = record?.details.previous;
        return previous?.id === id && previous.endedBy !== 'released';
    });
}

;// CONCATENATED MODULE: ./src/lease/run.ts






/** Thrown as the signal's reason when the process itself was told to stop. */
class Interrupted extends Error {
    signalName;
    constructor(signalName) {
        super(`interrupted by ${signalName}`);
        this.signalName = signalName;
        this.name = 'Interrupted';
    }
}
const INTERRUPT_MS = 3000;
/**
 * Holds the hosts while a command runs. The command ends before anyone else can hold a host: it is stopped when it must
 * leave, when the lease is lost, when heartbeats fail for most of the ttl, and when this process is interrupted. The
 * hosts are given back after it has ended.
 */
async function run(context, request, options) {
    const acquired = await acquire(context, request, options);
    if (acquired.kind !== 'acquired')
        return { kind: 'not-run', acquire: acquired };
    const { lease } = acquired;
    let ending;
    try {
        options.onAcquired(acquired);
        ending = await runHolding(context, acquired, options);
    }
    catch (error) {
        // it could not be started
        await run_giveBack(context, lease);
        throw error;
    }
    const released = await run_giveBack(context, lease);
    const { fault, ...ended } = ending;
    if (fault !== undefined)
        throw fault;
    return { kind: 'ran', lease, ...ended, released };
}
async function runHolding(context, acquired, options) {
    const { clock, signal } = context;
    const { lease, sentAtMs } = acquired;
    const command = startCommand(lease, options, signal);
    const stop = stopper(clock, command, options);
    const deadlines = leaseDeadlines(clock, acquired, {
        onDeadline: (kill) => stop.because('lost', kill ? 0 : Infinity),
        onRenewed: (killMs) => command.mustEndIn?.(killMs),
    });
    const finished = new AbortController();
    const holding = hold({ ...context, signal: finished.signal }, lease, {
        sinceMs: sentAtMs,
        onBeat: deadlines.renew,
        onQuit: (told) => {
            options.onQuit(told);
            stop.told(told);
        },
        ...(options.watchMs === undefined ? {} : { everyMs: options.watchMs }),
    });
    const onInterrupt = () => stop.because('interrupted', options.interruptMs ?? INTERRUPT_MS, interruptOf(signal));
    signal.addEventListener('abort', onInterrupt, { once: true });
    if (signal.aborted)
        onInterrupt();
    const watched = holding.then(() => {
        stop.because('lost', 0);
        return undefined;
    }, (error) => {
        if (finished.signal.aborted)
            return undefined;
        // a fault of ours must not leave the command running without a keeper
        stop.because('lost', INTERRUPT_MS);
        return asError(error);
    });
    const exit = await command.exited;
    // after a stop of this process its timers may come later than the command's end, which was due to them
    if (deadlines.arePast())
        stop.because('lost', 0);
    stop.end();
    deadlines.end();
    signal.removeEventListener('abort', onInterrupt);
    finished.abort(new Error('the command has ended'));
    const fault = await watched;
    return { exit, because: stop.reason(), told: stop.toldBy(), fault };
}
function startCommand(lease, options, signal) {
    if (!signal.aborted)
        return options.start(lease);
    // interrupted between the take and the start: nothing is started
    return { exited: Promise.resolve({ code: null, signal: interruptOf(signal) }), signal: () => undefined };
}
function interruptOf(signal) {
    return signal.reason instanceof Interrupted ? signal.reason.signalName : 'SIGTERM';
}
/** Stops a command: a signal first, SIGKILL when its time is over. The first reason is the one that counts. */
function stopper(clock, command, { quitSignal }) {
    let reason = 'ended';
    let told;
    let killAtMs = Infinity;
    let timer;
    const because = (next, killAfterMs, first = quitSignal) => {
        if (reason === 'ended')
            reason = next;
        command.signal(first);
        if (clock.now() + killAfterMs >= killAtMs)
            return;
        killAtMs = clock.now() + killAfterMs;
        timer?.cancel();
        timer = clock.after(killAfterMs, () => command.signal('SIGKILL'));
    };
    return {
        because,
        told: (by) => {
            told = by;
            because('preempted', by.grace.durationMs);
        },
        end: () => {
            timer?.cancel();
            // what the command left in its group would go on using a host that is not ours any more
            if (reason !== 'ended')
                command.signal('SIGKILL');
        },
        reason: () => reason,
        toldBy: () => told,
    };
}
/**
 * Calls back when the command must be asked to end, and again when it must be killed, unless a heartbeat comes first; no
 * heartbeat leads beyond the end of max-hold.
 */
function leaseDeadlines(clock, { lease: { ttlMs }, sentAtMs, endsAtMs }, { onDeadline, onRenewed }) {
    const { terminateMs, killMs } = commandDeadlines(ttlMs);
    let timers = [];
    let terminateAtMs = 0;
    const end = () => timers.forEach((timer) => timer.cancel());
    const renew = (fromMs) => {
        end();
        const leaseEndsAtMs = Math.min(fromMs + ttlMs, endsAtMs);
        const left = (ms) => Math.max(0, leaseEndsAtMs - ttlMs + ms - clock.now());
        terminateAtMs = leaseEndsAtMs - ttlMs + terminateMs;
        timers = [
            clock.after(left(terminateMs), () => onDeadline(false)),
            clock.after(left(killMs), () => onDeadline(true)),
        ];
        onRenewed(left(killMs));
    };
    renew(sentAtMs);
    return { renew, arePast: () => clock.now() >= terminateAtMs, end };
}
const RELEASE_MS = 60_000;
const INTERRUPTED_RELEASE_MS = 1500;
/** After an interrupt there is little time; else a pool that is out of reach gets a while to come back. */
async function run_giveBack(context, lease) {
    const budgetMs = context.signal.aborted ? INTERRUPTED_RELEASE_MS : RELEASE_MS;
    const late = new Error(`the pool ${lease.pool} did not answer in time`);
    const { signal, cancel } = deadlineSignal(context.clock, budgetMs, late);
    try {
        return await release({ ...context, signal }, { id: lease.id });
    }
    catch (error) {
        context.say({ type: 'left-behind', error: asError(error) });
        return undefined;
    }
    finally {
        cancel();
    }
}

;// CONCATENATED MODULE: ./src/protocol/one-line.ts
/**
 * What a terminal obeys, each whole: control strings (titles, links) up to their end, control sequences (colours, moves),
 * other escapes. Of a string without an end only the start goes, so that it can't swallow what stands behind it.
 */
const ESCAPES = /(?:\x1b+[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|(?:\x1b+\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b+[ -/]*[0-~]/g;
/**
 * What other jobs wrote, made fit to print: one line of at most `max` (at least 1) characters, without anything that a
 * terminal obeys, that turns or hides text, or that a CI system's log reads as a command. Doing it twice changes nothing.
 */
function oneLine(text, max = 200) {
    const line = text
        .replace(/\p{Cs}/gu, '\ufffd') // first, for what goes from between two halves would join them
        .replace(ESCAPES, '')
        .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
        .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
        .trim()
        .replace(/^::/, ': :') // GitHub reads ::command:: at the start of a line
        .replace(/##(?=[a-z]*\[)/gi, '# #'); // and ##[command] anywhere in it
    const characters = Array.from(line);
    if (characters.length <= max)
        return line;
    const kept = characters.slice(0, max - 1).join('');
    return `${kept.trimEnd()}…`;
}
/** How many characters a text has, halves of surrogates counted together. */
function lengthOf(text) {
    return Array.from(text).length;
}

;// CONCATENATED MODULE: ./src/protocol/job-version.ts

/**
 * Longest name that is looked at, and longest pattern. It bounds the cost of the rules; a pattern that backtracks
 * exponentially can still burn its own job's time, and nobody else's, since a job reads only its own name.
 */
const job_version_longest = 256;
// Names are read in lower case with one dash between words, whatever stood there; dots stay within words. `start` and
// `end` make a match whole words: neither v4.22.1abc nor 10.4.22.1 has 4.22 in it.
const start = '(?<=^|-)';
const end = '(?=-|$)';
const major = '(?<major>[345])';
const minor = '(?<minor>0|[1-9][0-9]?)';
const patch = '(?:\\.[0-9]{1,3})?';
const productWord = new RegExp(`${start}(?:ocp|okd|openshift)-?v?${major}[.-]?${minor}${patch}${end}`, 'g');
const wholeWord = new RegExp(`${start}${major}\\.${minor}${patch}${end}`, 'g');
const dashes = new RegExp(`${start}${major}-${minor}${end}`, 'g');
/** 3.11 was the last 3.x: a 3.12 is somebody else's. */
const lastMinorOf3 = 11;
/** Words that say how far a release has come, or that a branch is one. */
const stages = /^(?:candidate|ci|ec|eus|fast|nightly|prerelease|rc|release|stable)$/;
/** What stands between the versions of an upgrade, which are of one product. */
const upgradeStep = /^-(?:[a-z]+-)*(?:to|from)-(?:[a-z]+-)?$/;
/**
 * Products in OpenShift's job names whose versions look like OpenShift's own, with the majors where they do. Others, such
 * as oadp 1.4 or cri-o 1.31, need no line here: OpenShift has no such major.
 */
const otherProducts = new Map([
    ['acs', '34'],
    ['clair', '4'],
    ['devspaces', '3'],
    ['dss', '34'], // a standard: pci-dss-4-0
    ['elasticsearch', '5'],
    ['etcd', '3'],
    ['gatekeeper', '3'],
    ['helm', '3'],
    ['kafka', '34'],
    ['kernel', '345'],
    ['logging', '5'],
    ['loki', '35'],
    ['mesh', '3'],
    ['openvswitch', '3'],
    ['ovs', '3'],
    ['python', '3'],
    ['quay', '3'],
    ['rhacs', '34'],
    ['rhoai', '3'],
    ['stackrox', '34'],
    ['viaq', '5'], // logging again
]);
const openShift = 'OpenShift';
/**
 * The version of OpenShift in the name of a job, as major.minor. Every rule prefers none to a wrong one: a job without a
 * version waits behind the others and says so, while a job with another product's version may send away one that has
 * more right to the host.
 *
 * The first rule that finds something decides. Of several versions it takes the highest, which is what an upgrade goes
 * to, whichever end its name begins with.
 *
 * 1. `product-word`: the product's name and a version, however spelt: ocp4.17, ocp-4.17, ocp417, ocp-417, ocp-4-17; okd
 *    and openshift likewise.
 * 2. `whole-word`: a word that is a version from 3.0 to 3.11, 4.x or 5.x, perhaps with a patch, which is dropped. A
 *    letter at either side makes it another word (oadp1.4, v4.14, 4.y).
 * 3. `dashes`: a dash for the dot, right behind a stage (nightly-4-22, stable-4-9), or with two digits behind the dash at
 *    the end of the name or before a stage (assisted-4-15); never in a row of numbers, which is a date or a counter.
 *
 * Rules 2 and 3 leave out another product's version: behind its name (quay-3.10), or as the release branch of its
 * repository (cluster-logging-operator-release-5.0). What an upgrade goes to or comes from is of the same product as the
 * version before it.
 *
 * With a `pattern`, the source of a regular expression, that alone decides: at its first match its groups named major
 * and minor, else its first group, must give a version.
 */
function versionFromJobName(name, pattern) {
    if (name.length > job_version_longest)
        return tooLong(name);
    if (pattern !== undefined)
        return versionByPattern(name, pattern);
    const plain = name
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, '-')
        .replace(/^-|-$/g, '');
    const claims = attribute(plain, claimsIn(plain));
    const candidates = claims.filter(({ product }) => product === undefined);
    const highest = highestOf(claims.filter(({ product }) => product === openShift)) ??
        highestOf(candidates.filter(({ rule }) => rule === 'whole-word')) ??
        highestOf(candidates);
    if (highest === undefined)
        return { version: undefined, reason: 'none', why: whyNone(plain, claims) };
    return {
        version: formatMajorMinor(highest),
        rule: highest.product === openShift ? 'product-word' : highest.rule,
    };
}
/**
 * The version that a branch or tag is for, as it is written there: `release-4.22`, `release/4.22`, `4.22`, `v4.22.3`. The
 * whole name must be of that form, so that `fix-for-4.22` and `dependabot/npm/lodash-4.17.21` give none. A `pattern` is
 * used as in versionFromJobName.
 */
function versionFromRefName(ref, pattern) {
    if (ref.length > job_version_longest)
        return tooLong(ref);
    if (pattern !== undefined)
        return versionByPattern(ref, pattern);
    const text = /^(?:(?:release|releases|rel|stable|enterprise|openshift|ocp|okd)[-/])?v?([0-9].*)$/.exec(ref)?.[1];
    if (text !== undefined && parseProductVersion(text) !== undefined)
        return { version: text, rule: 'branch' };
    return { version: undefined, reason: 'none', why: 'it is not of the form release-4.22, 4.22 or v4.22.3' };
}
/**
 * Reads what `--version-pattern` gives, or says what is wrong with it, so that a bad one is told where it was given and
 * not where a name is read. It must have a group; of the groups major and minor both or neither.
 */
function parseVersionPattern(source) {
    if (source === '')
        return { problem: 'it is empty' };
    if (source.length > job_version_longest)
        return { problem: `it has more than ${job_version_longest} characters` };
    let pattern;
    try {
        pattern = new RegExp(source);
    }
    catch (error) {
        return { problem: error instanceof Error ? error.message : 'it is no regular expression' };
    }
    // With an empty alternative any pattern matches the empty text, and the match has a place for every group.
    const groups = new RegExp(`(?:${source})|`).exec('');
    const names = Object.keys(groups?.groups ?? {});
    if (names.includes('major') !== names.includes('minor')) {
        return { problem: 'of the groups (?<major>…) and (?<minor>…) it has only one' };
    }
    if (groups === null || groups.length < 2) {
        return { problem: 'it has no group: put the version in brackets, as in release-([0-9]+\\.[0-9]+)' };
    }
    return { pattern };
}
function versionByPattern(name, source) {
    const parsed = parseVersionPattern(source);
    if ('problem' in parsed) {
        return {
            version: undefined,
            reason: 'bad-pattern',
            why: `the version pattern cannot be used: ${parsed.problem}`,
        };
    }
    const match = parsed.pattern.exec(name);
    if (match === null)
        return { version: undefined, reason: 'none', why: 'the version pattern does not match it' };
    const named = match.groups ?? {};
    const text = 'major' in named
        ? [named['major'], named['minor']].map((part) => part ?? '').join('.')
        : (match[1] ?? '');
    if (parseProductVersion(text) !== undefined)
        return { version: text, rule: 'pattern' };
    return {
        version: undefined,
        reason: 'none',
        why: `the version pattern gives ${JSON.stringify(text)}, which is not a version such as 4.22`,
    };
}
function tooLong(name) {
    return {
        version: undefined,
        reason: 'too-long',
        why: `it has ${name.length} characters, and at most ${job_version_longest} are read`,
    };
}
/** All that looks like a version, from left to right, each only once. */
function claimsIn(plain) {
    const all = [
        ...matches(plain, 'product-word', productWord),
        ...matches(plain, 'whole-word', wholeWord),
        ...matches(plain, 'dashes', dashes).filter((claim) => areDashesDots(plain, claim)),
    ].sort((a, b) => a.to - b.to || a.from - b.from);
    // Behind the product's name a version is found twice; the longer match knows more.
    return all.filter((claim, index) => claim.to !== all[index - 1]?.to);
}
function matches(plain, rule, pattern) {
    return [...plain.matchAll(pattern)]
        .map((match) => ({
        rule,
        major: Number(match.groups?.['major']),
        minor: Number(match.groups?.['minor']),
        from: match.index,
        to: match.index + match[0].length,
    }))
        .filter((claim) => claim.major !== 3 || claim.minor <= lastMinorOf3);
}
function areDashesDots(plain, claim) {
    const before = wordsBefore(plain, claim).at(-1) ?? '';
    const after = plain.slice(claim.to).split('-')[1] ?? '';
    if (/^[0-9.]+$/.test(before) || /^[0-9.]+$/.test(after))
        return false;
    return stages.test(before) || (claim.minor >= 10 && (after === '' || stages.test(after)));
}
function attribute(plain, claims) {
    const result = [];
    for (const claim of claims) {
        const previous = result.at(-1);
        const isSameUpgrade = previous !== undefined && upgradeStep.test(plain.slice(previous.to, claim.from));
        const product = claim.rule === 'product-word'
            ? openShift
            : (otherProductBefore(plain, claim) ?? (isSameUpgrade ? previous.product : undefined));
        result.push({ ...claim, product });
    }
    return result;
}
function otherProductBefore(plain, claim) {
    const words = wordsBefore(plain, claim);
    const last = words.at(-1);
    // Behind `release`, or `redhat` as some repositories have it, all the words before are the repository's.
    const names = last === 'release' || last === 'redhat' ? words : words.slice(-1);
    return names.find((word) => otherProducts.get(word)?.includes(String(claim.major)));
}
function wordsBefore(plain, claim) {
    return plain.slice(0, Math.max(0, claim.from - 1)).split('-');
}
function highestOf(claims) {
    return [...claims].sort((a, b) => b.major - a.major || b.minor - a.minor)[0];
}
function whyNone(plain, claims) {
    if (plain === '')
        return 'it is empty';
    const claim = claims[0];
    if (claim?.product !== undefined) {
        return `${formatMajorMinor(claim)} in it is a version of ${claim.product}, not of ${openShift}`;
    }
    const word = plain.split('-').find((each) => /[0-9]\.[0-9]/.test(each));
    if (word !== undefined) {
        return `${word} in it is no version of ${openShift} that stands alone (3.0 to 3.11, 4.x, 5.x)`;
    }
    return 'it has no word such as 4.22, ocp422 or nightly-4-22';
}

;// CONCATENATED MODULE: ./src/settings/values.ts
/** How each kind of value is written: a text goes in, a value comes out, or what was expected. */



const DURATION = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?(?:(\d{1,8})ms)?$/;
/** `90s`, `15m`, `2h`, `1h30m`, `500ms`, in ms. A bare number has no unit and is refused. */
const parseDuration = (text) => {
    const match = DURATION.exec(text);
    if (match === null || text === '')
        return { expected: 'a duration such as 90s, 15m, 2h or 1h30m' };
    const [hours = 0, minutes = 0, seconds = 0, ms = 0] = match
        .slice(1)
        .map((part) => Number(part ?? 0));
    return { value: ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms };
};
/** `h1` or `h1,h2,h3` (any one of them), once for each host wanted at the same time. */
function parseHostGroups(texts) {
    const groups = texts.map((text) => text.split(',').map((host) => host.replace(/^[ \t]+|[ \t]+$/g, '')));
    const expected = 'a host, or several joined by commas: letters, digits, dots, dashes and underscores, at most 128, ' +
        'starting with a letter or digit, without .lock or .waiting';
    if (groups.length === 0 || !groups.flat().every(isHostName))
        return { expected };
    const hosts = groups.flat();
    if (new Set(hosts).size !== hosts.length)
        return { expected: 'every host once' };
    return { value: groups };
}
const parseVersion = (text) => {
    const version = parseProductVersion(text);
    return version === undefined ? { expected: 'a version such as 4.22 or 4.22.3' } : { value: version };
};
const parseText = (text) => text.trim() === '' ? { expected: 'a text that is not blank' } : { value: text };
/** One of a few words. */
function oneOf(...words) {
    return (text) => {
        const value = words.find((word) => word === text);
        return value === undefined ? { expected: `one of ${words.join(', ')}` } : { value };
    };
}
const parseYesNo = (text) => {
    if (text === 'yes' || text === 'true')
        return { value: true };
    if (text === 'no' || text === 'false')
        return { value: false };
    return { expected: 'yes or no' };
};
/** A whole number within bounds, both included. */
function wholeNumber(least, most) {
    return (text) => {
        const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
        return value >= least && value <= most
            ? { value }
            : { expected: `a whole number from ${least} to ${most}` };
    };
}
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT'];
const parseSignal = (text) => {
    const upper = text.toUpperCase();
    return oneOf(...SIGNALS)(upper.startsWith('SIG') ? upper : `SIG${upper}`);
};
/** The source of a regular expression that gives a version. */
const parsePattern = (text) => {
    const parsed = parseVersionPattern(text);
    return 'problem' in parsed ? { expected: `a regular expression (${parsed.problem})` } : { value: text };
};
const OTHER_SCHEME = /^(?!ssh:)[a-z][a-z0-9+.-]*:\/\//i;
const SSH_SHAPE = /^ssh:\/\/(?:[^@/\s]+@)?[^@/\s]+\/\S/;
/** The path of a folder, or `ssh://[user@]host[:port]/folder`. */
const parsePool = (text) => {
    const expected = 'the path of a folder, or ssh://user@host[:port]/folder';
    const isSsh = text.startsWith('ssh://');
    if (text === '' || text.includes('\0') || OTHER_SCHEME.test(text) || (isSsh && !SSH_SHAPE.test(text)))
        return { expected };
    return { value: text };
};
/** The name of an account or a group. */
const parseAccount = (text) => /^[A-Za-z_][A-Za-z0-9._-]{0,63}$/.test(text)
    ? { value: text }
    : { expected: 'a name of letters, digits, dots, dashes and underscores that begins with a letter' };
/** As the program takes it. */
const parseTenant = (text) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text)
    ? { value: text }
    : { expected: 'letters, digits, dashes and underscores, at most 64, beginning with a letter or digit' };
const parseMajorMinor = (text) => /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/.test(text)
    ? { value: text }
    : { expected: 'a major and a minor version such as 4.22' };
/** One word without a colon, which the program's request and its tools need. */
const parseLockFolder = (text) => /^\/[!-9;-~]+$/.test(text)
    ? { value: text.replace(/\/+$/, '') }
    : { expected: 'a path that begins with /, without blanks and colons' };

;// CONCATENATED MODULE: ./src/settings/inputs.ts
/** Every input once: its flag, its twin in the environment, how it reads, and what it is for. */

function single(value, about, parse) {
    return { value, about, parse: (texts) => parse(texts.at(-1) ?? '') };
}
/** A switch: there or not; its twin in the environment is yes or no. */
function flag(about) {
    return { value: undefined, about, parse: (texts) => parseYesNo(texts.at(-1) ?? '') };
}
const PRIORITY_MAX = 1000;
/** By the name of the flag, without its dashes. */
const INPUTS = {
    pool: single('POOL', 'the folder that all jobs share, here or as ssh://user@bastion/folder', parsePool),
    host: {
        value: 'HOST[,HOST]',
        about: 'the host, or any one of several; again for another at the same time, all or none',
        parse: parseHostGroups,
        repeats: true,
    },
    'product-version': single('V', 'the product version that the job is for, such as 4.22', parseVersion),
    'version-pattern': single('REGEX', "finds the version in the job's name, instead of the usual rules", parsePattern),
    priority: single('N', 'before every version comes priority; 0', wholeNumber(-PRIORITY_MAX, PRIORITY_MAX)),
    owner: single('NAME', "who the job is, the same in all its steps; the platform's identity", parseText),
    'job-url': single('URL', 'a link that others are shown', parseText),
    mode: single('MODE', 'graceful: leave with success; force: fail', oneOf('graceful', 'force')),
    'if-busy': single('WHAT', 'wait, skip (succeed without a host) or fail; wait', oneOf('wait', 'skip', 'fail')),
    'wait-timeout': single('TIME', 'give up after so long; never', parseDuration),
    ttl: single('TIME', 'how long a lease or a place lives without a heartbeat; 2m', parseDuration),
    heartbeat: single('TIME', 'how often a sign of life is given; 15s', parseDuration),
    'lease-ttl': single('TIME', 'how long a lease lives that nothing but check-quit renews; 6h', parseDuration),
    'max-hold': single('TIME', 'how long a host may be held at all; 24h', parseDuration),
    'exempt-time': single('TIME', "how long after its start the job can't be asked to leave; 0s", parseDuration),
    grace: single('TIME', 'how long the job may take to leave once it has been asked; 10m', parseDuration),
    preempts: single('YES|NO', 'may this job ask a holder to leave? yes', parseYesNo),
    preemptible: single('YES|NO', 'may this job be asked to leave? yes', parseYesNo),
    'starve-after': single('TIME', 'precede every version of the same priority after waiting so long; never', parseDuration),
    settle: single('TIME', 'how long a lock must stand in a folder that bash jobs use; 10s', parseDuration),
    'quit-signal': single('SIGNAL', 'what asks the command to leave; SIGTERM', parseSignal),
    'result-file': single('FILE', 'where to write how it ended, as JSON', parseText),
    'lease-file': single('FILE', 'the lease to use; else the only one in the state folder, else by owner', parseText),
    'state-dir': single('FOLDER', 'where lease files are; else $SHARED_DIR, $RUNNER_TEMP or the current folder', parseText),
    iteration: single('I', 'the turn of the loop that asks; only every Nth turn looks', wholeNumber(0, 1e9)),
    every: single('N', 'look on every Nth turn; 3', wholeNumber(1, 1e6)),
    'on-unreachable': single('WHAT', "continue or fail when the pool can't be read; fail", oneOf('continue', 'fail')),
    'private-key-file': single('FILE', 'the key for the bastion; its text only by GIVEWAY_PRIVATE_KEY', parseText),
    'known-hosts': single('FILE|TEXT', 'host keys, or SHA256:… fingerprints; ~/.ssh/known_hosts', parseText),
    jump: single('USER@HOST', 'a host to go through, verified like the bastion', parseText),
    'allow-nfs': flag('use a folder on NFS, where locks may not hold'),
    user: single('NAME', 'the account that jobs log in as, made where missing; the present one', parseAccount),
    group: single('NAME', "the group that may write in the folder, made where missing; the account's", parseAccount),
    'add-key': single('FILE|TEXT', 'a public key to be bound to the pool, and to nothing else', parseText),
    role: single('ROLE', 'what the key may do: job, read or admin; job', oneOf('job', 'read', 'admin')),
    tenant: single('NAME', "whose jobs the key is for: another tenant's are out of its reach; none", parseTenant),
    'max-priority': single('N', 'the highest priority that the key may claim; any', wholeNumber(-PRIORITY_MAX, PRIORITY_MAX)),
    'max-version': single('MAJOR.MINOR', 'the newest version that the key may claim; any', parseMajorMinor),
    legacy: flag('share the folder with bash jobs'),
    'lock-timeout': single('TIME', "with --legacy: the bash jobs' LOCK_TIMEOUT", parseDuration),
    locks: single('FOLDER', 'with --legacy: where the bash jobs have their locks; the folder itself', parseLockFolder),
    print: flag('only print what would run, as a shell script'),
    json: flag('print JSON'),
    watch: flag('show it again whenever it changes, until interrupted'),
    check: flag('fail if something needs a person: an overdue holder, an expired lease'),
    'max-held': single('TIME', 'with --check: how long a host may be held', parseDuration),
};
/** The twin of a flag in the environment. */
function environmentName(name) {
    return `GIVEWAY_${name.toUpperCase().replaceAll('-', '_')}`;
}
/** Reads these inputs, each from what is given, else from its twin in the environment. Every problem, not only the first. */
function readInputs(names, { given, env }) {
    const problems = [];
    const values = {};
    for (const name of names) {
        const twin = environmentName(name);
        const fromTwin = env[twin] === undefined || env[twin] === '' ? undefined : splitTwin(name, env[twin]);
        const texts = given.get(name) ?? fromTwin;
        if (texts === undefined)
            continue;
        const parsed = INPUTS[name].parse(texts);
        if ('value' in parsed)
            values[name] = parsed.value;
        else
            problems.push({
                input: given.has(name) ? `--${name}` : twin,
                expected: parsed.expected,
                got: texts.join(' '),
            });
    }
    return { values: values, problems };
}
/** In the environment, hosts wanted at the same time are separated by blanks. */
function splitTwin(name, text) {
    const input = INPUTS[name];
    return input.repeats === true ? text.split(/\s+/).filter((word) => word !== '') : [text];
}
/** A line for each problem. */
function describeProblem({ input, expected, got }) {
    if (got === undefined)
        return `${input} is missing: expected ${expected}`;
    return `${input}: expected ${expected}, got ${JSON.stringify(got.length > 80 ? `${got.slice(0, 80)}…` : got)}`;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: ./src/platform/identity.ts




/** The variable's value without blanks around it, or undefined if nothing is left. */
function read(env, name) {
    return env[name]?.trim() || undefined;
}
/** The product version by JOB_NAME, else by GITHUB_REF_NAME, else by GITHUB_BASE_REF. */
function versionOf(env, options) {
    const reasons = [];
    for (const [source, find] of [
        ['JOB_NAME', versionFromJobName],
        ['GITHUB_REF_NAME', versionFromRefName], // in a pull request 123/merge, so that the base decides
        ['GITHUB_BASE_REF', versionFromRefName],
    ]) {
        const name = read(env, source);
        if (name === undefined)
            continue;
        const found = find(name, options.versionPattern);
        if (found.version !== undefined) {
            return { version: { text: found.version, source, rule: found.rule } };
        }
        reasons.push(`${source} ${JSON.stringify(oneLine(name))}: ${found.why}`);
    }
    return {
        version: undefined,
        whyNoVersion: reasons.join('; ') || 'none of JOB_NAME, GITHUB_REF_NAME, GITHUB_BASE_REF is set',
    };
}
const longestOwner = 200;
/**
 * Joins the parts of an identity to an owner, by slashes. Different parts give different owners: whatever could be taken
 * for a separator is percent-encoded, and of a long owner only the head stays readable, before a SHA-256 of the whole.
 *
 * @param matrix the `matrix` of a GitHub or Tekton job as JSON; legs of one matrix have nothing else apart.
 */
function ownerOf(parts, matrix) {
    const key = matrix === undefined ? undefined : matrixKey(matrix);
    return shorten([...parts.map(percentEncode), ...(key === undefined ? [] : [key])].join('/'));
}
/**
 * An owner that a person gave, as it is if it can be one, so that an owner read from an output names the same job when it
 * is given back; else percent-encoded.
 */
function ownerFromText(text) {
    const isOwner = /^[A-Za-z0-9._@+:=,%/~-]+$/.test(text);
    return shorten(isOwner ? text : text.split('/').map(percentEncode).join('/'));
}
/** The values of a matrix as GitHub shows them behind a job's name: ` (4.22, arm64)`, or nothing. */
function matrixForPeople(matrix) {
    const values = Object.values(matrixObject(matrix) ?? {});
    if (values.length === 0)
        return '';
    return ` (${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')})`;
}
function matrixKey(matrix) {
    const object = matrixObject(matrix);
    if (object === undefined)
        return percentEncode(matrix);
    const pairs = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
    // A colon marks what is no text, so that 20 and "20" differ.
    const pair = ([name, value]) => `${percentEncode(name)}=${typeof value === 'string' ? percentEncode(value) : `:${percentEncode(sortedJson(value))}`}`;
    return pairs.length === 0 ? undefined : pairs.map(pair).join(',');
}
/** Empty where there is no matrix (GitHub writes `null`); undefined if the text is no JSON object. */
function matrixObject(matrix) {
    if (matrix === undefined || matrix.trim() === '')
        return {};
    try {
        const value = JSON.parse(matrix);
        if (value === null)
            return {};
        return typeof value === 'object' && !Array.isArray(value)
            ? value
            : undefined;
    }
    catch {
        return undefined;
    }
}
/** JSON in which the order of keys makes no difference. */
function sortedJson(value) {
    return JSON.stringify(value, (_, inner) => typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner);
}
function percentEncode(text) {
    let encoded = '';
    for (const byte of Buffer.from(text, 'utf8')) {
        const character = String.fromCharCode(byte);
        encoded += /[A-Za-z0-9._@+-]/.test(character)
            ? character
            : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return encoded;
}
function shorten(owner) {
    if (owner.length <= longestOwner)
        return owner;
    const hash = (0,external_node_crypto_.createHash)('sha256').update(owner).digest('hex');
    const head = owner.slice(0, longestOwner - 1 - hash.length).replace(/%[0-9A-F]?$/, '');
    return `${head}~${hash}`;
}

;// CONCATENATED MODULE: ./src/platform/state-dir.ts

/**
 * The directory of the lease files: GIVEWAY_STATE_DIR, else SHARED_DIR (Prow), else RUNNER_TEMP (GitHub), else the
 * current one. It is neither made nor looked at here.
 */
function stateDir(env) {
    return read(env, 'GIVEWAY_STATE_DIR') ?? read(env, 'SHARED_DIR') ?? read(env, 'RUNNER_TEMP') ?? '.';
}

// EXTERNAL MODULE: ./node_modules/commander/index.js
var commander = __nccwpck_require__(8909);
;// CONCATENATED MODULE: ./node_modules/commander/esm.mjs


// wrapper to provide named exports for ESM.
const {
  /* program */ "DM": program,
  /* createCommand */ "gu": createCommand,
  /* createArgument */ "er": createArgument,
  /* createOption */ "Ww": createOption,
  /* CommanderError */ "b7": CommanderError,
  /* InvalidArgumentError */ "Di": InvalidArgumentError,
  /* InvalidOptionArgumentError */ "a2": InvalidOptionArgumentError, // deprecated old name
  /* Command */ "uB": Command,
  /* Argument */ "ef": Argument,
  /* Option */ "c$": Option,
  /* Help */ "_V": Help,
} = commander;

// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __nccwpck_require__(1916);
;// CONCATENATED MODULE: ./package.json
const package_namespaceObject = {"rE":"0.1.0"};
;// CONCATENATED MODULE: ./src/cli/command-line.ts
/** The commands, their flags and help; what was typed comes out as texts, which src/settings then reads. */




const WHO = ['product-version', 'version-pattern', 'owner', 'job-url'];
const LEASE = [
    'priority',
    'if-busy',
    'wait-timeout',
    'ttl',
    'heartbeat',
    'max-hold',
    'exempt-time',
    'grace',
    'preempts',
    'preemptible',
    'starve-after',
    'settle',
];
const POOL = ['pool', 'private-key-file', 'known-hosts', 'jump', 'allow-nfs'];
const COMMANDS = {
    run: {
        about: 'Hold a host while a command runs. The command is stopped when it must give way.',
        inputs: [...POOL, 'host', ...WHO, ...LEASE, 'mode', 'quit-signal', 'result-file'],
        takesCommand: true,
        examples: [
            ['giveway run --pool /srv/lab --host h1 --product-version 4.22 -- make test', 'hold h1 for 4.22'],
            ['giveway run --pool /srv/lab --host h1,h2,h3 -- ./install.sh', 'whichever is free first'],
            ['giveway run --pool /srv/lab --host h1 --host h2 -- ./pair.sh', 'both at the same time'],
        ],
    },
    acquire: {
        about: 'Wait for a host and keep it for later steps, until `giveway release`.',
        inputs: [...POOL, 'host', ...WHO, ...LEASE, 'lease-ttl', 'state-dir'],
        examples: [
            ['giveway acquire --pool /srv/lab --host h1 --wait-timeout 2h', 'wait for two hours at most'],
            ['giveway acquire --pool /srv/lab --host h1 --if-busy skip', 'succeed without it if it is busy'],
        ],
    },
    'check-quit': {
        about: 'At a checkpoint: must this job leave? Also keeps the lease alive.',
        inputs: [...POOL, 'lease-file', 'state-dir', 'owner', 'mode', 'iteration', 'every', 'on-unreachable'],
        examples: [
            ['giveway check-quit', 'exit 10 if a newer job waits'],
            ['giveway check-quit --mode force', 'exit 1 if a newer job waits'],
            ['giveway check-quit --iteration "$i" --every 3', 'look on every third turn of a loop'],
        ],
    },
    release: {
        about: 'Give the host back. Safe to call in every case, as often as you like.',
        inputs: [...POOL, 'lease-file', 'state-dir', 'owner'],
        examples: [
            ['giveway release', 'the lease in the state folder'],
            ['giveway release --pool /srv/lab --owner "$BUILD_ID"', 'no lease file was saved'],
        ],
    },
    status: {
        about: 'Who holds which host, since when, and who waits.',
        inputs: [...POOL, 'host', 'json', 'watch', 'check', 'max-held'],
        examples: [
            ['giveway status --pool /srv/lab', 'a table'],
            [
                'giveway status --pool /srv/lab --check --max-held 12h',
                'for monitoring: exit 14 if a person is needed',
            ],
        ],
    },
    init: {
        about: 'Set up a folder, here or on a bastion: account, program, settings, and a restricted key.',
        inputs: [
            ...POOL,
            'user',
            'group',
            'host',
            'add-key',
            'role',
            'tenant',
            'max-priority',
            'max-version',
            'legacy',
            'lock-timeout',
            'locks',
            'print',
        ],
        operand: 'pool',
        examples: [
            ['giveway init /srv/lab --group lab', 'a folder of this machine, for a group'],
            [
                'giveway init ssh://root@bastion/srv/lab --user giveway --add-key job.pub --role job --tenant ci',
                'a bastion, with an account and a key that jobs use',
            ],
            [
                'giveway init /srv/lab --legacy --lock-timeout 10h --locks /var/run/lock/pool',
                'share it with bash jobs; safe to run again, as all of these',
            ],
            ['giveway init /srv/lab --print | ssh root@bastion sh', 'read it before it runs, or run it elsewhere'],
        ],
    },
    demo: {
        about: '4.21 holds a host, 4.22 arrives, 4.21 gives way: in a temporary folder, no set-up.',
        inputs: [],
        examples: [],
    },
};
/** Reads the arguments behind `giveway`. Unknown flags and stray words come back as problems, beside all others. */
function parseCommandLine(argv) {
    const separator = argv.indexOf('--');
    const own = separator < 0 ? [...argv] : argv.slice(0, separator);
    const command = separator < 0 ? [] : argv.slice(separator + 1);
    let text = '';
    let found;
    const program = programOf((name, flags, words) => {
        const { given, stray } = withOperand(name, flags, words);
        const problems = [
            ...stray.flatMap((word, index) => strayProblem(word, stray[index - 1], name)),
            ...commandProblems(name, separator, command),
        ];
        found = { kind: 'command', name, given, command, problems };
    });
    const print = (chunk) => void (text += chunk);
    for (const one of [program, ...program.commands]) {
        one.exitOverride().configureOutput({ writeOut: print, writeErr: print });
    }
    try {
        program.parse(own, { from: 'user' });
    }
    catch (error) {
        const isHelp = error instanceof Error && 'exitCode' in error && error.exitCode === 0;
        return { kind: 'text', text: text === '' ? program.helpInformation() : text, isError: !isHelp };
    }
    return found ?? { kind: 'text', text: program.helpInformation(), isError: true };
}
function programOf(onCommand) {
    const program = new Command('giveway')
        .description('Lab hosts shared between CI jobs, without a server: a job for a newer version goes first.')
        .version(package_namespaceObject.rE, '--version')
        .configureHelp({ styleTitle: (title) => title, sortSubcommands: false })
        .addHelpText('after', () => examplesText(COMMANDS.run.examples) + PROGRAM_NOTES);
    for (const [name, spec] of Object.entries(COMMANDS)) {
        const command = program
            .command(name)
            .description(spec.about)
            .usage(`${spec.operand === undefined ? '' : `${INPUTS[spec.operand].value} `}[options]${spec.takesCommand === true ? ' -- COMMAND…' : ''}`)
            .allowUnknownOption()
            .allowExcessArguments()
            .addHelpText('after', () => examplesText(spec.examples) + COMMAND_NOTES);
        for (const input of spec.inputs)
            addOption(command, input);
        command.action(() => onCommand(name, givenOf(command, spec.inputs), command.args));
    }
    return program;
}
function addOption(command, name) {
    const { value, about } = INPUTS[name];
    const collect = (text, before) => [...(before ?? []), text];
    if (value === undefined)
        command.option(`--${name}`, about);
    else
        command.option(`--${name} <${value}>`, about, collect);
}
function givenOf(command, names) {
    const options = command.opts();
    return new Map(names.flatMap((name) => {
        const value = options[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())];
        if (value === undefined)
            return [];
        return [[name, value === true ? ['yes'] : value]];
    }));
}
/** The first word of its own stands for the input that a command may have without a flag. */
function withOperand(name, given, words) {
    const { operand } = COMMANDS[name];
    const [first, ...stray] = words;
    if (operand === undefined || first === undefined || first.startsWith('-') || given.has(operand)) {
        return { given, stray: words };
    }
    return { given: new Map([...given, [operand, [first]]]), stray };
}
function strayProblem(word, before, name) {
    if (!word.startsWith('-')) {
        // the value of an unknown flag, which is named already
        if (before?.startsWith('-') === true && !before.includes('='))
            return [];
        return [{ input: 'arguments', expected: 'flags, and behind -- a command', got: word }];
    }
    const flags = COMMANDS[name].inputs.map((input) => `--${input}`);
    const nearest = flags.length === 0 ? '--help' : (0,mod/* closest */.kp)(word.split('=')[0] ?? word, flags);
    return [{ input: word, expected: `a flag of giveway ${name} (nearest: ${nearest})`, got: word }];
}
function commandProblems(name, separator, command) {
    const takesCommand = name === 'run';
    if (takesCommand && command.length === 0) {
        return [{ input: 'command', expected: 'a command behind --', got: undefined }];
    }
    if (!takesCommand && separator >= 0) {
        return [{ input: 'arguments', expected: 'nothing behind --', got: ['--', ...command].join(' ') }];
    }
    return [];
}
function examplesText(examples) {
    if (examples.length === 0)
        return '';
    return `\nExamples:\n${examples.map(([line, about]) => `  # ${about}\n  ${line}\n`).join('')}`;
}
const COMMAND_NOTES = `
Every flag has a twin in the environment: --wait-timeout is ${environmentName('wait-timeout')}.
Durations are 90s, 15m, 2h, 1h30m.
`;
const PROGRAM_NOTES = `
giveway COMMAND --help tells more of each.
`;

;// CONCATENATED MODULE: ./src/platform/github.ts

/**
 * The identity of a GitHub Actions job, or undefined outside of one.
 *
 * The owner is server, repository, run, job and matrix leg; the run's attempt is kept apart, so that a re-run takes over
 * what the attempt before it left. Nothing in the environment tells the legs of a matrix apart: GIVEWAY_MATRIX carries
 * `${{ toJSON(matrix) }}`. Nor does anything tell apart two calls of one reusable workflow within a run, in which the
 * jobs have the same ids: such jobs must be given an owner.
 */
function githubIdentity(env, options = {}) {
    const repository = read(env, 'GITHUB_REPOSITORY');
    const runId = read(env, 'GITHUB_RUN_ID');
    if (read(env, 'GITHUB_ACTIONS') !== 'true' || repository === undefined || runId === undefined)
        return undefined;
    const server = read(env, 'GITHUB_SERVER_URL') ?? 'https://github.com';
    const attempt = attemptOf(read(env, 'GITHUB_RUN_ATTEMPT'));
    const jobId = read(env, 'GITHUB_JOB') ?? '';
    const matrix = read(env, 'GIVEWAY_MATRIX');
    const title = [repository, read(env, 'GITHUB_WORKFLOW'), jobId].filter((part) => part).join(' / ');
    return {
        platform: 'github',
        owner: ownerOf(['github', ...serverParts(server), ...repository.split('/'), runId, jobId], matrix),
        attempt,
        job: oneLine(title + matrixForPeople(matrix)),
        url: `${server.replace(/\/+$/, '')}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
        project: repository,
        ...versionOf(env, options),
    };
}
/** Run ids are unique on one server only. */
function serverParts(server) {
    const host = server.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '');
    return host === 'github.com' ? [] : [host];
}
function attemptOf(text) {
    const attempt = Number(text);
    return Number.isSafeInteger(attempt) && attempt >= 1 ? attempt : 1;
}

;// CONCATENATED MODULE: ./src/platform/prow.ts

/**
 * The identity of a Prow job, or undefined outside of one.
 *
 * The owner is the ProwJob's id, else the build's, and UNIQUE_HASH, which tells apart the tests that one ProwJob runs.
 * A retest is another ProwJob, so the attempt is always 1.
 */
function prowIdentity(env, options = {}) {
    const spec = jobSpecOf(env);
    const id = jobIdOf(env, spec);
    if (id === undefined)
        return undefined;
    const hash = read(env, 'UNIQUE_HASH');
    const url = urlOf(env, spec);
    const project = projectOf(env, spec);
    return {
        platform: 'prow',
        owner: ownerOf(['prow', id, ...(hash === undefined ? [] : [hash])], read(env, 'GIVEWAY_MATRIX')),
        attempt: 1,
        job: oneLine(read(env, 'JOB_NAME') ?? prow_text(spec['job']) ?? id),
        ...(url === undefined ? {} : { url }),
        ...(project === undefined ? {} : { project }),
        ...versionOf(env, options),
    };
}
/** Reads the bash jobs' variables; outside of Prow, where their names may mean anything, there are none. */
function prowAliases(env) {
    const problems = [];
    if (jobIdOf(env, jobSpecOf(env)) === undefined)
        return { problems };
    const positive = (name, expected, toMs) => {
        const got = read(env, name);
        if (got === undefined)
            return undefined;
        const number = /^[1-9][0-9]{0,8}$/.test(got) ? Number(got) * toMs : undefined;
        if (number === undefined)
            problems.push({ name, expected, got });
        return number;
    };
    const pool = poolOf(read(env, 'AUX_HOST'));
    if (pool === null) {
        problems.push({
            name: 'AUX_HOST',
            expected: 'the name or address of the bastion',
            got: read(env, 'AUX_HOST') ?? '',
        });
    }
    const lockTimeoutMs = positive('LOCK_TIMEOUT', 'seconds, a whole number from 1', 1_000);
    const waitTimeoutMs = positive('LOCK_ACQUIRE_ATTEMPTS', 'attempts, a whole number from 1', 60_000);
    const every = positive('QUIT_CHECK_INTERVAL', 'turns of a loop, a whole number from 1', 1);
    return {
        ...(typeof pool === 'string' ? { pool } : {}),
        ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
        ...(waitTimeoutMs === undefined ? {} : { waitTimeoutMs }),
        ...(every === undefined ? {} : { every }),
        problems,
    };
}
function poolOf(host) {
    if (host === undefined)
        return undefined;
    const isName = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(host);
    const isAddress6 = /^[0-9A-Fa-f]*:[0-9A-Fa-f:.]+$/.test(host);
    if (!isName && !isAddress6)
        return null;
    return `ssh://root@${isAddress6 ? `[${host}]` : host}/var/run/lock/ztp-baremetal-pool`;
}
/** Other systems set JOB_NAME and BUILD_ID too (Jenkins does), so a build's id counts only where Prow shows otherwise. */
function jobIdOf(env, spec) {
    const prowJobId = read(env, 'PROW_JOB_ID') ?? prow_text(spec['prowjobid']);
    if (prowJobId !== undefined)
        return prowJobId;
    const isProw = read(env, 'OPENSHIFT_CI') === 'true' || prow_text(spec['job']) !== undefined;
    return isProw ? (read(env, 'BUILD_ID') ?? prow_text(spec['buildid'])) : undefined;
}
function projectOf(env, spec) {
    // A periodic job tests no change: the repository that it is defined for is the first of the others.
    const extra = Array.isArray(spec['extra_refs']) ? spec['extra_refs'].map(object) : [];
    for (const refs of [object(spec['refs']), ...extra.filter((each) => each['auxiliary'] !== true)]) {
        const [org, repo] = [prow_text(refs['org']), prow_text(refs['repo'])];
        if (org !== undefined && repo !== undefined)
            return `${org}/${repo}`;
    }
    const [owner, name] = [read(env, 'REPO_OWNER'), read(env, 'REPO_NAME')];
    return owner !== undefined && name !== undefined ? `${owner}/${name}` : undefined;
}
/**
 * Where people see the job: JOB_URL, else what Prow itself makes of the storage in JOB_SPEC. Without these it stays
 * unknown, as a link that leads nowhere is worse than none.
 */
function urlOf(env, spec) {
    const given = read(env, 'JOB_URL');
    if (given !== undefined && /^https?:\/\/[!-~]+$/.test(given))
        return given;
    const storage = object(object(spec['decoration_config'])['gcs_configuration']);
    const prefix = prow_text(storage['job_url_prefix']) ??
        (read(env, 'OPENSHIFT_CI') === 'true' ? 'https://prow.ci.openshift.org/view' : undefined);
    const bucket = prow_text(storage['bucket']);
    const path = pathOf(spec, storage);
    if (prefix === undefined || bucket === undefined || path === undefined)
        return undefined;
    const [provider, name] = bucket.includes('://') ? bucket.split('://') : ['gs', bucket];
    const parts = [provider, name, prow_text(storage['path_prefix']), ...path].filter((part) => part).join('/');
    const url = `${prefix.replace(/\/+$/, '')}/${parts}`;
    return /^https?:\/\/[!-~]+$/.test(url) ? url : undefined;
}
function pathOf(spec, storage) {
    const [job, build] = [prow_text(spec['job']), prow_text(spec['buildid'])];
    if (job === undefined || build === undefined)
        return undefined;
    switch (prow_text(spec['type']) ?? '') {
        case 'periodic':
        case 'postsubmit':
            return ['logs', job, build];
        case 'batch':
            return ['pr-logs', 'pull', 'batch', job, build];
        case 'presubmit': {
            const repository = repositoryFolder(object(spec['refs']), storage);
            const pulls = object(spec['refs'])['pulls'];
            const number = Array.isArray(pulls) ? object(pulls[0])['number'] : undefined;
            if (repository === undefined || typeof number !== 'number')
                return undefined;
            return ['pr-logs', 'pull', ...repository, String(number), job, build];
        }
        default:
            return undefined;
    }
}
/** Prow has three ways to name a repository's folder; two leave out what is the default. */
function repositoryFolder(refs, storage) {
    const [org, repo] = [prow_text(refs['org']), prow_text(refs['repo'])];
    if (org === undefined || repo === undefined || org.includes('/'))
        return undefined;
    const isDefaultOrg = org === prow_text(storage['default_org']);
    const isDefault = isDefaultOrg && repo === prow_text(storage['default_repo']);
    const full = `${org}_${repo.replaceAll('/', '_')}`;
    switch (prow_text(storage['path_strategy']) ?? '') {
        case 'explicit':
            return [full];
        case 'single':
            return isDefault ? [] : [full];
        case 'legacy':
            return isDefault ? [] : [isDefaultOrg ? repo : full];
        default:
            return undefined;
    }
}
/** JOB_SPEC, or an empty object where it is missing or broken: every use of it has another way out. */
function jobSpecOf(env) {
    try {
        return object(JSON.parse(read(env, 'JOB_SPEC') ?? '{}'));
    }
    catch {
        return {};
    }
}
function object(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
function prow_text(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __nccwpck_require__(8161);
;// CONCATENATED MODULE: ./src/platform/shell.ts



/**
 * The identity of a job that no CI system runs. GIVEWAY_OWNER names it; else it is this machine and the script that
 * started us, so that every step which one script starts is of one job. Steps behind a wrapper (timeout, npx, a
 * subshell) or in different scripts are different jobs, and need GIVEWAY_OWNER or the lease file to find each other's
 * lease; two jobs started by one script at once are one, and need it too.
 */
function shellIdentity(env, machine, options = {}) {
    const given = read(env, 'GIVEWAY_OWNER');
    const version = versionOf(env, options);
    const jobName = read(env, 'JOB_NAME');
    if (given !== undefined) {
        return {
            platform: 'shell',
            owner: ownerFromText(given),
            attempt: 1,
            job: oneLine(jobName ?? given),
            ...version,
        };
    }
    const script = machine.script();
    return {
        platform: 'shell',
        owner: ownerOf(['shell', machine.hostname, script.startedAt, String(script.pid)], read(env, 'GIVEWAY_MATRIX')),
        attempt: 1,
        job: oneLine(jobName ?? `${script.name} (${script.pid}) on ${machine.hostname}`),
        ...version,
    };
}
/** This machine, and this process's script. */
function thisMachine() {
    return {
        hostname: (0,external_node_os_.hostname)(),
        script: () => scriptProcess({
            self: { pid: process.pid, startedAt: String(Math.round(performance.timeOrigin)) },
            parent: process.ppid,
            readText: readProc,
        }),
    };
}
const starters = new Set([
    'systemd',
    'init',
    'launchd',
    'tini',
    'dumb-init',
    'catatonit',
    'docker-init',
    'crond',
    'cron',
]);
/**
 * The parent process, which is the script that started us; but we ourselves where the parent starts many jobs (init), or
 * can't be seen (another pid namespace, no /proc). Then each step is a job of its own, which is safe: two jobs that
 * pass for one could take each other's host.
 */
function scriptProcess({ self, parent, readText, }) {
    const stat = readText(`/proc/${parent}/stat`);
    const script = stat === undefined ? undefined : parseStat(stat);
    if (script === undefined || starters.has(script.name))
        return { name: 'giveway', ...self };
    // Ticks count from the boot, so that they need its id.
    const boot = readText('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8) ?? 'boot';
    return { pid: parent, name: script.name, startedAt: `${boot}.${script.ticks}` };
}
/**
 * Is this the owner of a plain shell's job whose script still runs on this machine, and did not start us? Then it is
 * another job, however near its files lie.
 */
function isOtherScript(owner, { hostname: host, self, readText } = {
    hostname: (0,external_node_os_.hostname)(),
    self: process.pid,
    readText: readProc,
}) {
    const [platform, hostPart, startedAt, pid = ''] = owner.split('/');
    if (platform !== 'shell' || hostPart !== ownerOf([host]) || !/^[0-9]+$/.test(pid))
        return false;
    const script = scriptProcess({ self: { pid: -1, startedAt: '' }, parent: Number(pid), readText });
    if (script.startedAt !== startedAt)
        return false;
    for (let ancestor = self; ancestor > 1;) {
        if (ancestor === Number(pid))
            return false;
        ancestor = parseStat(readText(`/proc/${ancestor}/stat`) ?? '')?.parent ?? 0;
    }
    return true;
}
/** The name may hold spaces and brackets, so the fields count from the last bracket; the 4th is the parent, the 22nd the start. */
function parseStat(stat) {
    const match = /^[0-9]+ \((.*)\) (.*)$/s.exec(stat);
    const fields = match?.[2]?.split(' ');
    const ticks = fields?.[22 - 3];
    return match?.[1] !== undefined && ticks !== undefined && /^[0-9]+$/.test(ticks)
        ? { name: match[1], parent: Number(fields?.[4 - 3]), ticks }
        : undefined;
}
function readProc(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, 'utf8');
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./src/platform/tekton.ts

/**
 * The identity of a Tekton PipelineRun, or undefined where GIVEWAY_PIPELINE_RUN_UID is not set.
 *
 * Tekton sets no variables of its own. Our Tasks pass on what they are given as params:
 * - GIVEWAY_PIPELINE_RUN_UID: `$(context.pipelineRun.uid)`; it alone makes the owner, so that acquire and release find
 *   the same lease from different pods;
 * - GIVEWAY_PIPELINE_RUN and GIVEWAY_NAMESPACE: the run's name and namespace, for people;
 * - GIVEWAY_MATRIX: the params of a matrix as JSON, whose legs share the run's uid.
 *
 * The attempt is always 1: a retry counter belongs to one TaskRun, and the release of a retried acquire is another.
 */
function tektonIdentity(env, options = {}) {
    const uid = read(env, 'GIVEWAY_PIPELINE_RUN_UID');
    if (uid === undefined)
        return undefined;
    const namespace = read(env, 'GIVEWAY_NAMESPACE');
    const matrix = read(env, 'GIVEWAY_MATRIX');
    const title = [namespace, read(env, 'GIVEWAY_PIPELINE_RUN') ?? uid].filter((part) => part).join(' / ');
    return {
        platform: 'tekton',
        owner: ownerOf(['tekton', uid], matrix),
        attempt: 1,
        job: oneLine(title + matrixForPeople(matrix)),
        ...(namespace === undefined ? {} : { project: namespace }),
        ...versionOf(env, options),
    };
}

;// CONCATENATED MODULE: ./src/platform/detect.ts





/**
 * Who this job is. Tekton comes first, as its variable is set on purpose and the others' may be inherited. GIVEWAY_OWNER
 * replaces the owner on every platform; it is the whole owner then, without the matrix.
 */
function detectPlatform(env, machine, options = {}) {
    const identity = tektonIdentity(env, options) ??
        githubIdentity(env, options) ??
        prowIdentity(env, options) ??
        shellIdentity(env, machine, options);
    const given = read(env, 'GIVEWAY_OWNER');
    return given === undefined ? identity : { ...identity, owner: ownerFromText(given) };
}

;// CONCATENATED MODULE: ./src/cli/duration-text.ts
/** Durations and instants as people read them at a glance. */
const UNITS = [
    { unit: 'd', ms: 86_400_000 },
    { unit: 'h', ms: 3_600_000 },
    { unit: 'm', ms: 60_000 },
    { unit: 's', ms: 1000 },
];
/** `45s`, `3m10s`, `1h12m`, `2d3h`: the two largest units, rounded down; what is negative counts as 0. */
function durationText(ms) {
    const first = UNITS.findIndex((unit) => ms >= unit.ms);
    if (first < 0)
        return '0s';
    let rest = ms;
    return UNITS.slice(first, first + 2)
        .map(({ unit, ms: size }, index) => {
        const count = Math.floor(rest / size);
        rest -= count * size;
        return count === 0 && index > 0 ? '' : `${count}${unit}`;
    })
        .join('');
}
/** As durations are given, with nothing rounded: `1h30m`, `2s500ms`; `0s`. */
function exactDurationText(ms) {
    if (ms === 0)
        return '0s';
    let rest = ms;
    return [...UNITS.slice(1), { unit: 'ms', ms: 1 }]
        .map(({ unit, ms: size }) => {
        const count = Math.floor(rest / size);
        rest -= count * size;
        return count === 0 ? '' : `${count}${unit}`;
    })
        .join('');
}
/** `10:02Z`, with the date in front if it is another day's than `nowMs`; `10:02:45Z` for what is but seconds away. */
function clockText(epochMs, nowMs, precision = 'minutes') {
    const [day = '', time = ''] = isoText(epochMs).split('T');
    const [today] = isoText(nowMs).split('T');
    const clock = `${time.slice(0, precision === 'minutes' ? 5 : 8)}Z`;
    return day === today ? clock : `${day} ${clock}`;
}
const LAST_INSTANT = 8_640_000_000_000_000;
/** ISO 8601 with Z. An instant beyond what a date can be, as another job may have written it, is the last that can. */
function isoText(epochMs) {
    return new Date(Math.max(-LAST_INSTANT, Math.min(LAST_INSTANT, epochMs))).toISOString();
}

;// CONCATENATED MODULE: ./src/cli/job.ts
/** From inputs and the platform's identity to what a flow needs. */









/** Who this job is; `--owner` comes before what the platform says. */
function identityOf(env, inputs) {
    const { owner } = inputs;
    const pattern = inputs['version-pattern'];
    return detectPlatform(owner === undefined ? env : { ...env, GIVEWAY_OWNER: owner }, thisMachine(), pattern === undefined ? {} : { versionPattern: pattern });
}
/** The bash jobs' variables, by the input that each stands for. */
const PROW_NAMES = {
    pool: 'AUX_HOST',
    'wait-timeout': 'LOCK_ACQUIRE_ATTEMPTS',
    every: 'QUIT_CHECK_INTERVAL',
};
/** Adds what the bash jobs' variables say of these inputs where they are not given, and what of it can't be read. */
function withProwAliases(env, names, read) {
    const aliases = prowAliases(env);
    const found = {
        pool: aliases.pool,
        'wait-timeout': aliases.waitTimeoutMs,
        every: aliases.every,
    };
    const values = { ...read.values };
    const problems = [...read.problems];
    for (const name of names.filter((one) => !isGiven(one, read))) {
        const variable = PROW_NAMES[name];
        const got = env[variable];
        const bad = aliases.problems.find((problem) => problem.name === variable);
        const pool = name === 'pool' && found.pool !== undefined ? parsePool(found.pool) : undefined;
        if (bad !== undefined)
            problems.push({ input: variable, expected: bad.expected, got: bad.got });
        else if (pool !== undefined && 'expected' in pool)
            problems.push({ input: variable, expected: pool.expected, got });
        else
            Object.assign(values, { [name]: found[name] });
    }
    return { values, problems };
}
/** Given well, or badly: then there is a problem of its name. */
function isGiven(name, { values, problems, }) {
    const names = [
        `--${name}`,
        environmentName(name),
        ...(name in PROW_NAMES ? [PROW_NAMES[name]] : []),
    ];
    return values[name] !== undefined || problems.some(({ input }) => names.includes(input));
}
/** The version that a job is for, and a line that says why it has none. */
function job_versionOf(inputs, identity) {
    const given = inputs['product-version'];
    if (given !== undefined)
        return { version: given, note: undefined };
    const found = identity.version === undefined ? undefined : parseProductVersion(identity.version.text);
    if (found === undefined) {
        const why = identity.whyNoVersion ?? 'nothing names one';
        return {
            version: NO_VERSION,
            note: `no product version (${why}): 0.0, behind every other; give --product-version`,
        };
    }
    return { version: found, note: `version ${found.text}, from ${identity.version?.source ?? 'the job'}` };
}
/** From what was read; `keeper`: does this process stay and beat for the lease? */
function requestedJob(env, { values: inputs, problems: inputProblems, }, keeper) {
    const identity = identityOf(env, inputs);
    const { version, note } = job_versionOf(inputs, identity);
    const heartbeatMs = inputs.heartbeat ?? DEFAULTS.heartbeatMs;
    const waiterTtlMs = inputs.ttl ?? DEFAULTS.ttlMs;
    const ttlMs = keeper ? waiterTtlMs : (inputs['lease-ttl'] ?? DEFAULTS.leaseTtlMs);
    const maxHoldMs = inputs['max-hold'] ?? DEFAULTS.maxHoldMs;
    const exemptMs = inputs['exempt-time'] ?? DEFAULTS.exemptMs;
    const settleMs = inputs.settle ?? DEFAULTS.settleMs;
    const badTimes = timingProblems({
        heartbeatMs,
        ttlMs: waiterTtlMs,
        leaseTtlMs: ttlMs,
        exemptMs,
        maxHoldMs,
        settleMs,
    }).map(({ flag, expected, got }) => ({ input: `--${flag}`, expected, got: exactDurationText(got) }));
    const absent = missing([NEEDS_POOL, NEEDS_HOST], { values: inputs, problems: inputProblems });
    const details = {
        job: identity.job,
        ...given('url', inputs['job-url'] ?? identity.url),
        ...given('project', identity.project),
        heartbeatMs,
        keeper,
        ...given('preempts', inputs.preempts),
        ...given('preemptible', inputs.preemptible),
        ...given('exemptMs', inputs['exempt-time']),
        ...given('graceMs', inputs.grace),
        ...given('starveAfterMs', inputs['starve-after']),
    };
    return {
        versionNote: note,
        problems: [...absent, ...badTimes],
        request: {
            who: { id: (0,external_node_crypto_.randomUUID)(), owner: identity.owner, attempt: identity.attempt },
            groups: inputs.host ?? [],
            priority: inputs.priority ?? 0,
            version,
            waiterTtlMs,
            ttlMs,
            maxHoldMs,
            settleMs,
            ifBusy: inputs['if-busy'] ?? 'wait',
            details,
        },
    };
}
/** What most commands can't do without. */
const NEEDS_POOL = ['pool', 'the folder that all jobs share'];
const NEEDS_HOST = ['host', 'the host that is wanted'];
/** What must be given and isn't; what was given badly has its own problem already. */
function missing(expectations, { values, problems }) {
    return expectations
        .filter(([name]) => !isGiven(name, { values, problems }))
        .map(([name, expected]) => ({
        input: `--${name} (or ${environmentName(name)})`,
        expected,
        got: undefined,
    }));
}
function given(key, value) {
    return value === undefined ? {} : { [key]: value };
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
;// CONCATENATED MODULE: ./src/cli/lease-file.ts
/** Lease files: how a later step of a job knows the lease of an earlier one. Mode 0600, and no key is in them. */



const FORMAT = 1;
/** A lease file that can't be used: a message for people. */
class LeaseFileError extends Error {
}
/** Why nothing can be written to a folder: to be known before a host is waited for. */
function folderProblems({ input, folder, }) {
    try {
        if ((0,external_node_fs_.statSync)(folder).isDirectory()) {
            (0,external_node_fs_.accessSync)(folder, external_node_fs_.constants.W_OK | external_node_fs_.constants.X_OK);
            return [];
        }
    }
    catch {
        // not there, or not for us
    }
    return [{ input, expected: 'a folder that can be written to', got: folder }];
}
/** Writes one file for each host of the lease and returns their paths. */
function writeLeaseFiles(folder, lease) {
    return lease.hosts.map((host) => {
        const path = (0,external_node_path_.resolve)(folder, leaseFileName(host));
        writeLeaseFile(path, lease);
        return path;
    });
}
function writeLeaseFile(path, lease) {
    // a later step may run in another folder
    const pool = lease.pool.includes('://') ? lease.pool : (0,external_node_path_.resolve)(lease.pool);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
        (0,external_node_fs_.writeFileSync)(temporary, `${JSON.stringify({ format: FORMAT, ...lease, pool })}\n`, { mode: 0o600 });
        (0,external_node_fs_.renameSync)(temporary, path);
    }
    catch (error) {
        (0,external_node_fs_.rmSync)(temporary, { force: true });
        throw new LeaseFileError(`can't write the lease file ${path}: ${error.message}`, {
            cause: error,
        });
    }
}
function leaseFileName(host) {
    return `giveway-${host}.lease.json`;
}
function readLeaseFile(path) {
    let json;
    try {
        json = JSON.parse((0,external_node_fs_.readFileSync)(path, 'utf8'));
    }
    catch (error) {
        throw new LeaseFileError(`can't read the lease file ${path}: ${error.message}`, {
            cause: error,
        });
    }
    if (!isLeaseFile(json))
        throw new LeaseFileError(`${path} is no lease file of this version`);
    return json;
}
/** The only lease in a folder that is wanted; undefined where there is none. Several are an error: which one is meant? */
function findLeaseFile(folder, isWanted) {
    let names;
    try {
        names = (0,external_node_fs_.readdirSync)(folder).filter((name) => /^giveway-.+\.lease\.json$/.test(name));
    }
    catch {
        return undefined;
    }
    const leases = new Map(names
        .map((name) => readLeaseFile((0,external_node_path_.join)(folder, name)))
        .filter(isWanted)
        .map((lease) => [lease.id, lease]));
    if (leases.size > 1) {
        throw new LeaseFileError(`there are several leases in ${folder} (${names.join(', ')}): name one with --lease-file, or its --owner`);
    }
    return [...leases.values()][0];
}
/** Removes the files of a lease that is over, in the folder and where it was named. */
function removeLeaseFiles(folder, lease, named) {
    const paths = lease.hosts.map((host) => (0,external_node_path_.join)(folder, leaseFileName(host)));
    for (const path of named === undefined ? paths : [...paths, named]) {
        try {
            if (readLeaseFile(path).id === lease.id)
                (0,external_node_fs_.rmSync)(path, { force: true });
        }
        catch {
            // gone already, or another's: not ours to remove
        }
    }
}
function isLeaseFile(json) {
    if (typeof json !== 'object' || json === null)
        return false;
    const fields = json;
    const texts = ['pool', 'id', 'owner', 'version', 'acquiredAt'];
    const numbers = ['attempt', 'fencingToken', 'ttlMs', 'heartbeatMs', 'settleMs'];
    return (fields['format'] === FORMAT &&
        texts.every((key) => typeof fields[key] === 'string') &&
        numbers.every((key) => typeof fields[key] === 'number') &&
        typeof fields['keeper'] === 'boolean' &&
        Array.isArray(fields['hosts']) &&
        fields['hosts'].every((host) => typeof host === 'string' && isHostName(host)));
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __nccwpck_require__(1421);
;// CONCATENATED MODULE: ./src/protocol/names.ts

const REQUEST = /^(.+)\.lock\.waiting\.(\d{1,19})\.(\d{1,16})\.(\d{1,16})(\.queued)?$/;
/** The name of a host's lock file. */
function lockName(host) {
    return `${host}.lock`;
}
/** The name of a request's file at one host, as bash jobs name theirs. */
function requestName(name) {
    const { host, arrivalNs, major, minor, queued } = name;
    return `${lockName(host)}.waiting.${arrivalNs}.${major}.${minor}${queued ? '.queued' : ''}`;
}
/** Reads a file's name; undefined for everything that is no request, whatever it resembles. */
function parseRequestName(name) {
    const match = REQUEST.exec(name);
    if (match === null)
        return undefined;
    const [, host = '', arrival = '', major = '', minor = '', queued] = match;
    if (!isHostName(host))
        return undefined;
    return {
        host,
        arrivalNs: BigInt(arrival),
        major: Number(major),
        minor: Number(minor),
        queued: queued !== undefined,
    };
}

;// CONCATENATED MODULE: ./src/protocol/record.ts

/** The newest record format that this code writes, and the only major that it reads. */
const RECORD_FORMAT = '1';
const STATES = [
    'free',
    'settling',
    'held',
    'quitting',
    'lost',
    'waiting',
];
const INTEGER = /^(0|[1-9]\d{0,18})$/;
const SPAN = /^(\d{1,15})\+(\d{1,15})@(\S+)$/;
/** Reads one line. A record that can't be read is never taken for a free host: it is `broken`, and says why. */
function parseRecord(line) {
    const json = line.indexOf('{');
    const fields = (json < 0 ? line : line.slice(0, json)).split(' ').filter((field) => field !== '');
    const [format = '', id, owner, attempt, tenant, priority, version, kind, state, ...numbers] = fields;
    const major = /^(\d+)(\.\d+)?$/.exec(format)?.[1];
    if (major === undefined)
        return broken('no format version');
    if (Number(major) > Number(RECORD_FORMAT))
        return { kind: 'newer-format', format };
    const [token, stamp, previousStamp, ttl, until = ''] = numbers;
    if (id === undefined || owner === undefined || tenant === undefined || until === '' || json < 0) {
        return broken('fields are missing');
    }
    const productVersion = parseProductVersion(version ?? '');
    const span = parseSpan(until);
    if (!isInteger(attempt) || !/^-?\d{1,6}$/.test(priority ?? ''))
        return broken('attempt or priority');
    if (productVersion === undefined)
        return broken('version');
    if (kind !== 'lease' && kind !== 'hold')
        return broken('kind');
    if (state === undefined || !STATES.includes(state))
        return broken('state');
    if (!isInteger(token) || !isInteger(stamp) || !isInteger(previousStamp) || !isInteger(ttl)) {
        return broken('token, stamps or ttl');
    }
    if (!Number.isSafeInteger(Number(token)))
        return broken('token');
    if (span === undefined)
        return broken('until');
    const details = parseDetails(line.slice(json));
    if (details === undefined)
        return broken('JSON');
    return {
        kind: 'record',
        record: {
            format,
            id,
            owner,
            attempt: Number(attempt),
            tenant,
            priority: Number(priority),
            version: productVersion,
            kind,
            state: state,
            token: Number(token),
            stampNs: BigInt(stamp),
            previousStampNs: BigInt(previousStamp),
            ttlMs: Number(ttl),
            until: span,
            details,
        },
    };
}
/** One token of printable ASCII without a blank, as a record ends with it. */
function formatDetails(details) {
    const { unknown, ...known } = details;
    return JSON.stringify({ ...unknown, ...known }).replace(/[^!-~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
function parseSpan(text) {
    const match = SPAN.exec(text);
    if (match === null)
        return undefined;
    const [, start, duration, bootId = ''] = match;
    return { startMs: Number(start), durationMs: Number(duration), bootId };
}
function broken(why) {
    return { kind: 'broken', why };
}
function isInteger(text) {
    return text !== undefined && INTEGER.test(text);
}
function parseDetails(text) {
    let json;
    try {
        json = JSON.parse(text);
    }
    catch {
        return undefined;
    }
    if (!isObject(json))
        return undefined;
    const details = {};
    const unknown = {};
    for (const [key, value] of Object.entries(json)) {
        const isOfItsShape = SHAPES.get(key);
        if (isOfItsShape?.(value) === true)
            details[key] = value;
        else
            unknown[key] = value;
    }
    return Object.keys(unknown).length > 0 ? { ...details, unknown } : details;
}
const isText = (value) => typeof value === 'string' && value.length <= 2000;
const isFlag = (value) => typeof value === 'boolean';
const isDuration = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isGroups = (value) => Array.isArray(value) && value.every((group) => Array.isArray(group) && group.every(isText));
const isSpan = (value) => isObject(value) &&
    isDuration(value['startMs']) &&
    isDuration(value['durationMs']) &&
    isText(value['bootId']);
const hasTexts = (value, ...keys) => isObject(value) && keys.every((key) => isText(value[key]));
const SHAPES = new Map([
    ['job', isText],
    ['url', isText],
    ['project', isText],
    ['groups', isGroups],
    ['heartbeatMs', isDuration],
    ['keeper', isFlag],
    ['preempts', isFlag],
    ['preemptible', isFlag],
    ['exemptMs', isDuration],
    ['graceMs', isDuration],
    ['starveAfterMs', isDuration],
    ['arrivalNs', (value) => typeof value === 'string' && INTEGER.test(value)],
    ['starved', isFlag],
    ['passedOver', (value) => Array.isArray(value) && value.every(isText)],
    [
        'told',
        (value) => hasTexts(value, 'byId', 'byJob', 'byVersion') &&
            isDuration(value['atMs']) &&
            isDuration(value['graceUntilMs']) &&
            isSpan(value['grace']),
    ],
    ['previous', (value) => hasTexts(value, 'id', 'job', 'endedBy')],
    ['endedBy', isText],
]);

;// CONCATENATED MODULE: ./src/pool/wire.ts
/** The text that client and program exchange: docs/protocol.md has it as a table. Pure. */




/** The protocol that this client speaks; a program of another major is refused. */
const PROTOCOL_MAJOR = 1;
/** A reply that doesn't read as the protocol has it: nothing in it counts. */
class BadReply extends Error {
}
function formatBeat(id, hosts) {
    return `beat ${id} ${hosts.length === 0 ? '-' : hosts.join(',')}`;
}
/** Lines of one commit. The deadline is the bastion's uptime after which the program must not begin it. */
function formatCommit(seen, change, deadlineUptimeMs) {
    const compared = change.hosts.flatMap((host) => {
        const view = seen.hosts.get(host);
        const names = view?.names ?? [];
        return [
            `host ${host}`,
            `record ${view?.recordText ?? '-'}`,
            `lock ${view?.lockText ?? 'none'}`,
            `names ${names.length === 0 ? '-' : names.join(' ')}`,
        ];
    });
    const verbs = change.verbs.map((verb) => `verb ${formatVerb(verb)}`);
    return [`commit ${deadlineUptimeMs}`, ...compared, ...verbs, 'go'].join('\n');
}
function formatVerb(verb) {
    switch (verb.verb) {
        case 'wait':
            return words('wait', ...who(verb), verb.ttlMs, verb.supersedes, verb.target, ...wanted(verb));
        case 'take':
            return words('take', ...who(verb), verb.ttlMs, verb.maxHoldMs, keeper(verb.keeper), verb.state, verb.from, ...wanted(verb));
        case 'target':
            return words('target', verb.id, verb.host);
        case 'unwait':
            return words('unwait', verb.id, verb.arrivalNs?.toString());
        case 'held':
            return words('held', verb.id, verb.hosts.join(','), undefined);
        case 'renew':
            return words('renew', verb.id, verb.hosts.join(','), keeper(verb.keeper), undefined);
        case 'tell':
            return words('tell', verb.id, verb.hosts.join(','), formatDetails(verb.details));
        case 'keep':
            return words('keep', verb.id, verb.hosts.join(','), verb.ttlMs, undefined);
        case 'free':
            return words('free', verb.id, verb.hosts.join(','), verb.leave, verb.details && formatDetails(verb.details));
        case 'clear':
            return words('clear', verb.id, verb.name);
        case 'expire':
            return words('expire', verb.host, formatDetails(verb.details));
        case 'lose':
            return words('lose', verb.host, undefined);
        case 'legacy':
            return words('legacy', verb.lockTimeoutS, verb.folder ?? '.');
    }
}
function who(verb) {
    return [verb.who.id, verb.who.owner, verb.who.attempt, verb.priority, verb.version];
}
function wanted(verb) {
    return [verb.hosts.join(','), formatDetails(verb.details)];
}
function keeper(keeper) {
    return keeper ? 'k' : '-';
}
/** One line; `-` for what isn't given. A blank or a newline within a word would change the request: a fault of ours. */
function words(...parts) {
    const texts = parts.map((part) => (part === undefined ? '-' : String(part)));
    const bad = texts.find((text) => !/^[!-~]+$/.test(text));
    if (bad !== undefined)
        throw new TypeError(`not one printable word: ${JSON.stringify(bad)}`);
    return texts.join(' ');
}
/** Reads the body of a snapshot. */
function parseSnapshot(lines, caller) {
    const [head = '', ...body] = lines;
    const [word, generation, uptime, bootId, wall, legacy] = head.split(' ');
    if (word !== 'snapshot' ||
        !isNumber(generation) ||
        !isNumber(uptime) ||
        !isNumber(wall) ||
        bootId === undefined) {
        throw new BadReply(`not a snapshot: ${JSON.stringify(head.slice(0, 200))}`);
    }
    const files = collectFiles(body);
    return {
        generation: Number(generation),
        uptimeMs: Number(uptime),
        bootId,
        wallNs: BigInt(wall),
        legacy: parseLegacy(legacy),
        caller,
        hosts: hostViews(files),
        waiters: waiters(files),
        heartbeats: files.heartbeats,
    };
}
function parseLegacy(text) {
    if (text === 'off')
        return undefined;
    if (text === '-')
        return { lockTimeoutMs: undefined };
    if (isNumber(text))
        return { lockTimeoutMs: Number(text) * 1000 };
    throw new BadReply(`not a mode: ${JSON.stringify(text)}`);
}
/** Sorts the lines by what they speak of. */
function collectFiles(body) {
    const names = { leases: [], requests: [] };
    const texts = new Map();
    const files = {
        records: new Map(),
        locks: new Map(),
        mtimes: new Map(),
        requests: new Map(),
        bashRequests: [],
        heartbeats: new Map(),
    };
    for (const line of body) {
        const [word, name = '', value = ''] = line.split(' ', 3);
        const text = /^(?:[^:]*\/)?([A-Za-z0-9][A-Za-z0-9._-]*\.(?:lease|hb|lock\.waiting\.[0-9.]+(?:\.queued)?)):(.*)$/.exec(line);
        if (text !== null) {
            const [, file = '', content = ''] = text;
            if (!texts.has(file))
                texts.set(file, content);
        }
        else if (word === 'lease')
            names.leases.push(name);
        else if (word === 'waiting')
            names.requests.push(name);
        else if (word === 'empty')
            files.bashRequests.push(name);
        else if (word === 'lock')
            files.locks.set(name, value);
        else if (word === 'mtime')
            files.mtimes.set(name, secondsToNs(value));
    }
    for (const [file, content] of texts) {
        if (file.endsWith('.hb'))
            files.heartbeats.set(file.slice(0, -'.hb'.length), parseHeartbeat(content));
    }
    // a file that is named but has no text: empty, binary, or gone since the listing
    for (const host of names.leases)
        files.records.set(host, texts.get(`${host}.lease`) ?? '');
    for (const name of names.requests)
        files.requests.set(name, texts.get(name) ?? '');
    return files;
}
function parseHeartbeat(text) {
    const match = /^(\d{15}) (\S{36}) \d{19}$/.exec(text);
    if (match === null)
        return 'unreadable';
    const [, uptime, bootId = ''] = match;
    return { uptimeMs: Number(uptime), bootId };
}
/** The host of a waiting or queue file as the program lists them. */
function hostOfRequest(name) {
    return name.slice(0, name.indexOf('.lock.waiting.'));
}
function hostViews(files) {
    const names = new Map();
    for (const name of [...files.requests.keys(), ...files.bashRequests]) {
        // compared as the program lists them, whether or not they read as a request
        const host = hostOfRequest(name);
        names.set(host, [...(names.get(host) ?? []), name]);
    }
    const views = new Map();
    for (const host of new Set([...files.records.keys(), ...files.locks.keys(), ...names.keys()])) {
        if (!isHostName(host))
            continue;
        const recordText = files.records.get(host);
        const parsed = recordText === undefined ? undefined : parseRecord(recordText);
        views.set(host, {
            host,
            record: parsed?.kind === 'record' ? parsed.record : undefined,
            problem: parsed === undefined ? undefined : problemOf(parsed, host),
            recordText: recordText ?? '-',
            lockText: files.locks.get(host) ?? 'none',
            lockMtimeNs: files.mtimes.get(`${host}.lock`),
            names: (names.get(host) ?? []).sort(),
        });
    }
    return views;
}
function problemOf(parsed, host) {
    switch (parsed.kind) {
        case 'record':
            return undefined;
        case 'newer-format':
            return `the record of ${host} has format ${parsed.format}, which this version does not read: update giveway`;
        case 'broken':
            return `the record of ${host} can't be read (${parsed.why}): .giveway/${host}.lease is damaged`;
    }
}
function waiters(files) {
    const byId = new Map();
    for (const [text, content] of files.requests) {
        const name = parseRequestName(text);
        const parsed = parseRecord(content);
        // what can't be read asks nobody and is ahead of nobody; only its name is compared
        if (name === undefined || parsed.kind !== 'record' || parsed.record.state !== 'waiting')
            continue;
        const known = byId.get(parsed.record.id) ?? { record: parsed.record, files: [] };
        known.files.push({ ...name, text });
        byId.set(parsed.record.id, known);
    }
    const ours = [...byId].map(([id, { record, files }]) => ({
        id,
        record,
        files,
        version: record.version,
        priority: record.priority,
        arrivalNs: record.stampNs,
    }));
    return [...ours, ...bashWaiters(files)];
}
function bashWaiters(files) {
    return files.bashRequests.flatMap((text) => {
        const name = parseRequestName(text);
        if (name === undefined || name.queued)
            return [];
        return [bashWaiter({ ...name, text }, files.mtimes.get(text))];
    });
}
/** A bash job: its pod's clock is in the name, so its arrival is the file's mtime. */
function bashWaiter(file, mtimeNs) {
    const { major, minor } = file;
    return {
        id: file.text,
        record: undefined,
        files: [file],
        version: { major, minor, text: `${major}.${minor}` },
        priority: BASH_PRIORITY,
        arrivalNs: mtimeNs ?? file.arrivalNs,
    };
}
/** `1796033679.886422454` as stat prints it. */
function secondsToNs(text) {
    const match = /^(\d{1,10})(?:\.(\d{1,9}))?/.exec(text);
    if (match === null)
        throw new BadReply(`not a time: ${JSON.stringify(text)}`);
    return BigInt(match[1] ?? '0') * 1000000000n + BigInt((match[2] ?? '').padEnd(9, '0'));
}
function isNumber(text) {
    return text !== undefined && /^(0|[1-9]\d{0,18})$/.test(text);
}
/** Reads what follows `committed`. */
function parseCommitted(text) {
    const [, , token, ...notes] = text.split(' ');
    if (!isNumber(token))
        throw new BadReply(`not a commit's reply: ${JSON.stringify(text.slice(0, 200))}`);
    const noted = (note) => notes.flatMap((word) => (word.startsWith(`${note}=`) ? [word.slice(note.length + 1)] : []));
    return {
        kind: 'committed',
        token: Number(token),
        unlinked: noted('unlinked'),
        notHeld: noted('not-held'),
        lost: noted('lost'),
        putBack: noted('put-back'),
    };
}
/** Reads a heartbeat's status; undefined if it is another answer. */
function parseBeat(status) {
    const [word, , ...missingLocks] = status.split(' ');
    if (word === 'alive')
        return { kind: 'alive', missingLocks };
    if (word === 'gone' || word === 'expired' || word === 'lost')
        return { kind: word };
    return undefined;
}

;// CONCATENATED MODULE: ./src/pool/program-session.ts


/** What a start-up file prints may have no end of line, so it need not stand at the beginning of one. */
const GREETING = /giveway-(?:loader|program \d+\.\d+ .*|error [a-z-]+ .*)$/;
const CLOSE_MS = 1000;
const START_DELAY_MS = 500;
/** Waits for the program's greeting; what a shell prints before it is passed over. */
async function openSession(channel, timeoutMs, signal) {
    let pending;
    let open = true;
    let sequence = 0;
    let queue = Promise.resolve();
    let greeted = () => undefined;
    const greeting = new Promise((resolve) => (greeted = resolve));
    let isGreeted = false;
    // what a login shell prints: a reason, where it will not start anything
    let noise = '';
    const fail = (error) => {
        open = false;
        pending?.reject(error);
        pending = undefined;
    };
    const onLine = (line) => {
        if (!isGreeted) {
            const word = GREETING.exec(line)?.[0];
            if (word === 'giveway-loader') {
                noise = '';
                channel.load?.();
            }
            else if (word === undefined) {
                noise = `${noise}${line}\n`.slice(-500);
            }
            else {
                isGreeted = true;
                greeted(word);
            }
            return;
        }
        if (pending === undefined)
            return;
        if (!line.startsWith('= ')) {
            pending.lines.push(line);
            return;
        }
        const { sequence: expected, lines } = pending;
        const answer = pending;
        const status = /^= (\d+) (.*)$/.exec(line);
        if (status === null || Number(status[1]) !== expected) {
            fail(new BadReply(`a reply out of turn: ${JSON.stringify(line.slice(0, 200))}`));
            channel.destroy();
            return;
        }
        pending = undefined;
        answer.resolve({ lines, status: status[2] ?? '' });
    };
    readLines(channel.output, onLine);
    // a program that is gone shows in `closed`; the stream's own errors would only repeat it
    channel.input.on('error', () => undefined);
    channel.output.on('error', () => undefined);
    let ending = 'ended';
    const wasCut = () => ending === 'cut';
    const ended = () => new pool_pool/* OutcomeUnknown */.Jr(`${wasCut() ? 'the connection was lost' : 'the program ended'}${withReason(channel.complaints())}`, undefined);
    void channel.closed.then((how) => {
        ending = how;
        greeted(undefined);
        fail(ended());
    });
    const send = (text, requestSignal, onSent) => {
        if (!open)
            return Promise.reject(ended());
        onSent?.();
        sequence += 1;
        const own = sequence;
        const reply = new Promise((resolve, reject) => {
            pending = { lines: [], sequence: own, resolve, reject };
            channel.input.write(`${own} ${text}\n`);
        });
        return bounded(reply, timeoutMs, requestSignal, (error) => {
            // the reply may still come: this conversation can't be used any more
            fail(error);
            channel.destroy();
        });
    };
    let line;
    try {
        line = await bounded(greeting, timeoutMs, signal, () => channel.destroy());
    }
    catch (error) {
        if (!(error instanceof pool_pool/* OutcomeUnknown */.Jr))
            throw error;
        throw notStarted(`within ${timeoutMs / 1000} s`, error);
    }
    if (line === undefined) {
        const reason = withReason(`${noise}${channel.complaints()}`);
        if (wasCut())
            throw notStarted(`before the connection was lost${reason}`);
        throw new pool_pool/* PoolUnavailable */.pP('fault', `the program did not start${reason}`);
    }
    const caller = readGreeting(line, channel);
    return {
        caller,
        isOpen: () => open,
        request(text, requestSignal, onSent) {
            const reply = queue.then(() => {
                requestSignal?.throwIfAborted();
                return send(text, requestSignal, onSent);
            });
            queue = reply.catch(() => undefined);
            return unlessAborted(reply, requestSignal);
        },
        async close() {
            open = false;
            channel.input.end();
            const timer = setTimeout(() => channel.destroy(), CLOSE_MS);
            await channel.closed;
            clearTimeout(timer);
        },
    };
}
/** Settles as the promise does, or rejects at the time-out or the signal, whichever is first; then `onFailure` runs. */
async function bounded(promise, timeoutMs, signal, onFailure) {
    let stop = () => undefined;
    const cut = new Promise((_, reject) => {
        const giveUp = (error) => {
            onFailure(error);
            reject(error);
        };
        const timer = setTimeout(() => giveUp(new pool_pool/* OutcomeUnknown */.Jr(`no reply within ${timeoutMs / 1000} s`, undefined)), timeoutMs);
        const onAbort = () => giveUp(program_session_asError(signal?.reason));
        signal?.addEventListener('abort', onAbort, { once: true });
        stop = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', onAbort);
        };
        if (signal?.aborted === true)
            onAbort();
    });
    try {
        return await Promise.race([promise, cut]);
    }
    finally {
        stop();
    }
}
/** A request that still waits for its turn ends at the signal too; one that is under way ends with its conversation. */
function unlessAborted(promise, signal) {
    if (signal === undefined)
        return promise;
    return new Promise((resolve, reject) => {
        const onAbort = () => reject(program_session_asError(signal.reason));
        signal.addEventListener('abort', onAbort, { once: true });
        if (signal.aborted)
            onAbort();
        void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
}
function program_session_asError(reason) {
    return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
/** Hands each line on as soon as it is complete; an unfinished last line is not a line. */
function readLines(stream, onLine) {
    let rest = [];
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
        const [first = '', ...others] = chunk.split('\n');
        rest.push(first);
        for (const other of others) {
            const line = rest.join('');
            rest = [other];
            onLine(line);
        }
    });
}
function readGreeting(line, channel) {
    const [word, first = '', ...others] = line.split(' ');
    if (word === 'giveway-error') {
        channel.destroy();
        throw startError(first, others.join(' '));
    }
    if (Number(first.split('.')[0]) !== PROTOCOL_MAJOR) {
        channel.destroy();
        throw new pool_pool/* PoolUnavailable */.pP('newer-format', `the program speaks protocol ${first}, this client ${PROTOCOL_MAJOR}: update the older of the two`);
    }
    const [role = 'job', tenant = '-'] = others;
    return { role, tenant };
}
function withReason(text) {
    return text.trim() === '' ? '' : `: ${text.trim()}`;
}
/** Nothing has been sent yet, so there is no outcome that could be unknown. */
function notStarted(when, cause) {
    return new pool_pool/* PoolUnreachable */.tT(`the program did not start ${when}`, START_DELAY_MS, undefined, { cause });
}
/** What the program says before it takes requests. */
function startError(code, detail) {
    switch (code) {
        case 'no-folder':
            return new pool_pool/* PoolUnavailable */.pP('no-folder', `${detail}. Make it first, so that a misspelt name makes no second pool`);
        case 'missing-tool':
            return new pool_pool/* PoolUnavailable */.pP('missing-tool', `a tool is missing there: ${detail}. Install it`);
        case 'nfs':
            return new pool_pool/* PoolUnavailable */.pP('nfs', `${detail}. Move it to a local disk, or accept the risk with --allow-nfs`);
        case 'write':
            return writeError(detail);
        case 'unreadable':
            return new pool_pool/* PoolUnavailable */.pP('permission', detail);
        default:
            return new pool_pool/* PoolUnavailable */.pP('fault', `${code}: ${detail}`);
    }
}
/** From the system's own words for a failed write. */
function writeError(detail) {
    if (/no space|quota/i.test(detail)) {
        return new pool_pool/* PoolUnavailable */.pP('no-space', `nothing was written (${detail}): free some space there`);
    }
    return new pool_pool/* PoolUnavailable */.pP('permission', `it can't be written (${detail}): check the folder's owner and mode`);
}

;// CONCATENATED MODULE: ./src/pool/program-pool.ts
/** A pool whose files are behind a program: what every kind of pool shares, whatever way leads to the program. */




const READ_TRIES = 3;
function programPool(options) {
    const { name, connect, operationMs = 30_000, deadlineMs = 10_000, isLocal = false } = options;
    let session;
    let closed = false;
    const isClosed = () => closed;
    async function start(signal) {
        const channel = await connect(signal);
        try {
            return await openSession(channel, operationMs, signal);
        }
        catch (error) {
            throw error instanceof pool_pool/* PoolUnavailable */.pP ? prefixed(name, error) : error;
        }
    }
    async function connected(signal) {
        for (;;) {
            if (isClosed())
                throw new pool_pool/* PoolUnavailable */.pP('fault', `the pool ${name} has been closed`);
            const latest = session;
            const current = await latest?.catch(() => undefined);
            if (current?.isOpen() === true)
                return current;
            // another call may have connected meanwhile, or closed the pool
            if (session !== latest || isClosed())
                continue;
            session = start(signal);
            return session;
        }
    }
    async function request(text, signal, onSent) {
        const active = await connected(signal);
        const { lines, status } = await active.request(text, signal, onSent);
        const [word, code = '', ...words] = status.split(' ');
        const detail = words.join(' ');
        if (word === 'error')
            throw failure(name, code, detail);
        if (word === 'refused')
            throw new pool_pool/* PoolUnavailable */.pP('refused', `the pool ${name} refused ${code}: ${detail}`);
        return { lines, status, caller: active.caller };
    }
    /** A read changes nothing, so what went wrong on the way is simply tried again. */
    async function read(text, signal) {
        for (let tries = 1;; tries += 1) {
            try {
                return await request(text, signal);
            }
            catch (error) {
                if (tries >= READ_TRIES || signal?.aborted === true || wasNotSent(error))
                    throw error;
            }
        }
    }
    async function snapshot(signal) {
        let reply = await read('snapshot', signal);
        // it needs the guard where commits come too fast for a look without it
        for (let tries = 1; reply.status === 'busy' && tries < READ_TRIES; tries += 1) {
            reply = await read('snapshot', signal);
        }
        const { lines, caller, status } = reply;
        if (status !== 'ok')
            throw new pool_pool/* OutcomeUnknown */.Jr(`the pool ${name} gave no snapshot: ${status}`, undefined);
        return parseSnapshot(lines, caller);
    }
    async function commit(seen, change, signal) {
        const deadline = seen.uptimeMs + elapsedSince(seen) + deadlineMs;
        const text = formatCommit(seen, change, deadline);
        const sending = { isSent: false };
        try {
            const { lines, status, caller } = await request(text, signal, () => (sending.isSent = true));
            if (status.startsWith('committed '))
                return parseCommitted(status.slice('committed '.length));
            if (status.startsWith('conflict')) {
                return { kind: 'conflict', snapshot: received(parseSnapshot(lines, caller)) };
            }
            if (status === 'busy' || status === 'late')
                return { kind: 'busy' };
            throw new BadReply(`not a commit's reply: ${status}`);
        }
        catch (error) {
            const isAborted = signal?.aborted === true;
            if (wasNotSent(error) || (isAborted && !sending.isSent))
                throw error;
            const why = error instanceof Error ? error.message : String(error);
            const until = isAborted && isLocal ? undefined : deadline;
            throw new pool_pool/* OutcomeUnknown */.Jr(`a commit to the pool ${name} had no clear answer: ${why}`, until, {
                cause: error,
            });
        }
    }
    // when each snapshot came in, so that a deadline on the bastion's clock can be told from ours
    const receivedAt = new WeakMap();
    function received(snapshot) {
        receivedAt.set(snapshot, performance.now());
        return snapshot;
    }
    function elapsedSince(seen) {
        const at = receivedAt.get(seen);
        return at === undefined ? 0 : Math.round(performance.now() - at);
    }
    return {
        name,
        snapshot: async (signal) => received(await snapshot(signal)),
        commit,
        async beat(id, hosts, signal) {
            const { status } = await request(formatBeat(id, hosts), signal);
            const result = parseBeat(status);
            if (result === undefined)
                throw new pool_pool/* OutcomeUnknown */.Jr(`a heartbeat had no clear answer: ${status}`, undefined);
            return result;
        },
        async watch(seen, { everyMs, untilUptimeMs }, signal) {
            // bash's files change without a commit, maybe before the first look
            const known = filesSeen(seen);
            for (;;) {
                const { lines } = await read('look', signal);
                const look = lookAt(lines);
                if (look.generation !== seen.generation || look.inFlight || look.files !== known)
                    return;
                const leftMs = untilUptimeMs === undefined ? everyMs : untilUptimeMs - look.uptimeMs;
                if (leftMs <= 0)
                    return;
                await pause(Math.min(everyMs, leftMs), signal);
            }
        },
        async close() {
            closed = true;
            await (await session?.catch(() => undefined))?.close();
        },
    };
}
function lookAt(lines) {
    const [head = '', ...rest] = lines;
    const [word, generation, redo, uptime, legacy] = head.split(' ');
    if (word !== 'look')
        throw new BadReply(`not a look: ${JSON.stringify(head.slice(0, 200))}`);
    return {
        generation: Number(generation),
        inFlight: redo === 'redo',
        uptimeMs: Number(uptime),
        files: filesText(legacy, rest.flatMap((line) => {
            const [word, ...words] = line.split(' ');
            if (word === 'lock')
                return [words.join(' ')];
            return word === 'names' ? words.filter((name) => isHostName(hostOfRequest(name))) : [];
        })),
    };
}
function filesSeen({ legacy, hosts }) {
    if (legacy === undefined)
        return filesText('off', []);
    const { lockTimeoutMs } = legacy;
    return filesText(lockTimeoutMs === undefined ? '-' : String(lockTimeoutMs / 1000), [...hosts.values()].flatMap((view) => [...view.names, `${view.host} ${view.lockText}`]));
}
/** One text for one state: without order, and without locks that are not there. */
function filesText(mode, files) {
    const present = files.filter((file) => file !== '' && !file.endsWith(' none'));
    return [mode, ...present.sort()].join('\n');
}
/** Resolves after `ms`; rejects with the signal's reason. */
function pause(ms, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', onAbort);
            resolve();
        }, ms);
        function onAbort() {
            clearTimeout(timer);
            reject(signal.reason);
        }
        if (signal.aborted)
            onAbort();
        else
            signal.addEventListener('abort', onAbort, { once: true });
    });
}
/** Did the pool refuse it, or not even get it? Then it has no outcome that could be unknown. */
function wasNotSent(error) {
    return error instanceof pool_pool/* PoolUnavailable */.pP || error instanceof pool_pool/* PoolUnreachable */.tT;
}
/** The program's own words for what it could not do. */
function failure(name, code, detail) {
    switch (code) {
        case 'write':
            return prefixed(name, writeError(detail));
        case 'broken-record':
            return new pool_pool/* PoolUnavailable */.pP('broken-record', `the pool ${name} has a record that can't be read: ${detail}`);
        case 'newer-format':
            return new pool_pool/* PoolUnavailable */.pP('newer-format', `the pool ${name} has a record of a newer format, which this version does not read (${detail}): update giveway`);
        case 'gone':
            return new pool_pool/* OutcomeUnknown */.Jr(`the pool ${name}: ${detail}`, undefined);
        case 'missing-tool':
            return new pool_pool/* PoolUnavailable */.pP('missing-tool', `the pool ${name}: a tool is missing there: ${detail}`);
        case 'stray':
        case 'unreadable':
        case 'guard':
        case 'redo':
            return new pool_pool/* PoolUnavailable */.pP('permission', `the pool ${name} can't be used: ${detail}`);
        default:
            return new pool_pool/* PoolUnavailable */.pP('fault', `the pool ${name}: ${code} ${detail}`);
    }
}
/** Says which pool it was. */
function prefixed(name, error) {
    return new pool_pool/* PoolUnavailable */.pP(error.reason, `the pool ${name}: ${error.message}`, { cause: error });
}

// EXTERNAL MODULE: ./src/pool/program-text.ts
var program_text = __nccwpck_require__(2968);
;// CONCATENATED MODULE: ./src/pool/directory.ts
/** A pool in a folder of this machine: the program is spawned here. */



function directoryPool(options) {
    const { folder, allowNfs = false, shell = ['sh'], settings = [], env, program, ...limits } = options;
    const args = ['role=admin', ...(allowNfs ? ['nfs=allow'] : []), ...settings];
    return programPool({
        name: folder,
        isLocal: true,
        ...limits,
        connect: () => Promise.resolve(startProgram(shell, [folder, ...args], program ?? (0,program_text/* programText */.Q)(), env)),
    });
}
/** Starts the program in a session of its own, so that a terminal's Ctrl-C reaches the client, and it alone. */
function startProgram([command = 'sh', ...first], args, program, env) {
    const child = (0,external_node_child_process_.spawn)(command, [...first, '-c', program, 'giveway', ...args], {
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
        ...(env === undefined ? {} : { env }),
    });
    let complaints = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-2000)));
    const closed = new Promise((resolve) => {
        child.once('close', () => resolve('ended'));
        child.once('error', (error) => {
            complaints += error.message;
            resolve('ended');
        });
    });
    return {
        input: child.stdin,
        output: child.stdout,
        complaints: () => complaints,
        destroy: () => killGroup(child.pid),
        closed,
    };
}
/** The program with whatever it waits for: an orphaned flock would hold the streams open until it has the guard. */
function killGroup(pid) {
    if (pid === undefined)
        return;
    try {
        process.kill(-pid, 'SIGKILL');
    }
    catch {
        // gone already
    }
}

// EXTERNAL MODULE: ./src/pool/ssh-target.ts + 3 modules
var ssh_target = __nccwpck_require__(2863);
;// CONCATENATED MODULE: ./src/pool/open.ts
/** The one place that knows the kinds of pool. */




/** Opens a pool by its name: the path of a folder, or `ssh://…`. Touches nothing until the first call. */
function openPool(name, options = {}) {
    const { access = {}, ...others } = options;
    if (!isSshName(name))
        return directoryPool({ folder: name, ...others });
    const target = (0,ssh_target/* parseSshPoolName */.Hw)(name);
    if (target === undefined)
        throw new pool_pool/* PoolUnavailable */.pP('input', `not ssh://user@host[:port]/folder: ${name}`);
    const { allowNfs = false, ...limits } = others;
    return programPool({
        name,
        ...limits,
        // loaded when it is needed: it is larger than all the rest
        connect: async (signal) => (await Promise.all(/* import() */[__nccwpck_require__.e(487), __nccwpck_require__.e(505)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8505))).connectSsh({ name, target, access, allowNfs }, signal),
    });
}
/** The folder that `ssh://…` names; undefined if it is no such name. */
function folderOnBastion(name) {
    return (0,ssh_target/* parseSshPoolName */.Hw)(name)?.folder;
}
/** Logs in at a pool's bastion and starts another program there than the pool's; it is sent the folder first. */
async function openBastion(name, { access, program }, signal) {
    const target = (0,ssh_target/* parseSshPoolName */.Hw)(name);
    if (target === undefined)
        throw new pool_pool/* PoolUnavailable */.pP('input', `not ssh://user@host[:port]/folder: ${name}`);
    let login;
    const onLogin = (latest) => void (login = latest);
    const { connectSsh } = await Promise.all(/* import() */[__nccwpck_require__.e(487), __nccwpck_require__.e(505)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8505));
    const channel = await connectSsh({ name, target, access, program, onLogin }, signal);
    if (login === undefined)
        throw new TypeError('a connection without a login');
    return { channel, login };
}
function isSshName(name) {
    return name.startsWith('ssh://');
}

;// CONCATENATED MODULE: ./src/cli/session.ts


/** Nobody reads stdout any more. */
class Unread extends Error {
}
/** Opens a pool for as long as `use` runs. */
async function withPool(session, inputs, use) {
    const pool = openPool(inputs.pool ?? '', {
        allowNfs: inputs['allow-nfs'] ?? false,
        access: accessOf(session.env, inputs),
    });
    try {
        return await use({
            pool,
            clock: systemClock,
            say: (event) => session.say.event(event),
            signal: session.interrupts.signal,
            random: Math.random,
        });
    }
    finally {
        session.say.done();
        await pool.close();
    }
}
/** The way to a bastion. The key's text comes by the environment only, and an empty variable is none. */
function accessOf(env, inputs) {
    const access = {
        privateKey: env['GIVEWAY_PRIVATE_KEY'],
        privateKeyFile: inputs['private-key-file'],
        passphrase: env['GIVEWAY_PASSPHRASE'],
        agent: env['SSH_AUTH_SOCK'],
        knownHosts: inputs['known-hosts'],
        jump: inputs.jump,
        home: env['HOME'],
    };
    return Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined && value !== ''));
}
/** One line of JSON on stdout. */
function printJson(session, value) {
    session.print(`${JSON.stringify(value)}\n`);
}
/** Seconds with one decimal, as results carry durations. */
function seconds(ms) {
    return Math.round(ms / 100) / 10;
}

;// CONCATENATED MODULE: ./src/cli/usage.ts
/** Bad inputs, all at once. */
class UsageError extends Error {
    problems;
    constructor(problems) {
        super('bad input');
        this.problems = problems;
        this.name = 'UsageError';
    }
}
/** Throws if there is any. */
function failOn(...problems) {
    const all = problems.flat();
    if (all.length > 0)
        throw new UsageError(all);
}

;// CONCATENATED MODULE: ./src/cli/acquired-text.ts


/** That there is a host, and what became of the job before where it did not give it back. */
function acquiredText({ lease, waitedMs, previous }) {
    const after = waitedMs < 1000 ? '' : ` after ${durationText(waitedMs)}`;
    const whose = previous?.endedBy === 'expired' ? `; the lease of ${oneLine(previous.job)} had expired` : '';
    return `acquired ${lease.hosts.join(', ')} for ${lease.version}${after}${whose}`;
}
/** Who had the host, and how that ended. */
function previousJson({ previous }) {
    return previous === undefined ? undefined : { job: oneLine(previous.job), endedBy: previous.endedBy };
}

;// CONCATENATED MODULE: ./src/cli/waiting-json.ts


/** The result of an acquire that got nothing: who holds, and who was ahead. */
function waitingJson(result) {
    if (result.kind === 'superseded')
        return { acquired: false, reason: 'superseded' };
    const { reason, report } = result;
    const holders = (report?.hosts ?? []).flatMap(({ host, availability }) => {
        switch (availability.state) {
            case 'held':
            case 'resting': {
                const { details, owner, version, token } = availability.holder;
                const job = oneLine(details.job ?? owner);
                const since = new Date(Math.floor(token / 1000)).toISOString();
                const url = details.url === undefined ? {} : { url: oneLine(details.url) };
                return [{ host, job, ...url, version: version.text, since, legacy: false }];
            }
            case 'bash':
                return [{ host, job: 'a bash job', legacy: true }];
            case 'free':
            case 'broken':
                return [];
        }
    });
    const ahead = (report?.ahead ?? []).map(({ waiter, rule }) => ({
        job: oneLine(jobName(waiter)),
        version: waiter.version.text,
        rule,
    }));
    return { acquired: false, reason, holder: holders[0], holders, ahead };
}

;// CONCATENATED MODULE: ./src/cli/acquire-command.ts












/** `giveway acquire`: waits for a host and leaves a lease file for later steps. */
async function acquireCommand(session, { given }, problems) {
    const { env, say } = session;
    const read = readInputs(COMMANDS.acquire.inputs, { given, env });
    const aliased = withProwAliases(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const { request, versionNote, problems: jobProblems } = requestedJob(env, aliased, false);
    const folder = inputs['state-dir'] ?? stateDir(env);
    failOn(problems, aliased.problems, jobProblems, folderProblems({ input: '--state-dir', folder }));
    if (versionNote !== undefined)
        say.line(versionNote);
    return withPool(session, inputs, async (context) => {
        const result = await acquire(context, request, { waitTimeoutMs: inputs['wait-timeout'] });
        if (result.kind !== 'acquired')
            return reportNotAcquired(session, result, request.ifBusy);
        const { lease, waitedMs } = result;
        const previous = previousJson(result);
        const acquiredAt = new Date().toISOString();
        let leaseFile;
        try {
            [leaseFile] = writeLeaseFiles(folder, { ...lease, acquiredAt });
            // whoever was told to stop wants no host any more
            context.signal.throwIfAborted();
        }
        catch (error) {
            // later steps could not give it back, or won't
            removeLeaseFiles(folder, lease);
            await abandon(context, lease.id, {});
            throw error;
        }
        say.line(acquiredText(result));
        printJson(session, {
            acquired: true,
            host: lease.hosts.join(','),
            hosts: lease.hosts,
            leaseId: lease.id,
            fencingToken: lease.fencingToken,
            version: lease.version,
            waitedSeconds: seconds(waitedMs),
            acquiredAt,
            leaseFile,
            ...(previous === undefined ? {} : { previous }),
        });
        return EXIT.done;
    });
}
/** Says why there is no host; the exit code. */
function reportNotAcquired(session, result, ifBusy) {
    printJson(session, waitingJson(result));
    session.say.line(notAcquiredText(result));
    return notAcquiredExit(result, ifBusy);
}
function notAcquiredText(result) {
    if (result.kind === 'superseded')
        return 'a later process of this same job has taken over its place';
    return result.reason === 'busy' ? 'not acquired: busy' : 'not acquired: the wait timeout has passed';
}
function notAcquiredExit(result, ifBusy) {
    if (result.kind === 'superseded')
        return EXIT.lost;
    return result.reason === 'busy' && ifBusy === 'skip' ? EXIT.done : EXIT.notAcquired;
}

;// CONCATENATED MODULE: ./src/lease/check-quit.ts



/**
 * The question at a checkpoint: must this job leave? A quit is in the record before it is answered, so it never moves. A
 * lease without a keeper is renewed by the way.
 */
async function checkQuit(context, lease) {
    const { id, hosts, keeper, settleMs } = lease;
    const failing = patience(context);
    const isAlive = keeper || (await beat(context, lease, failing));
    let hasRenewed = false;
    let hasSettled;
    for (let next;;) {
        const snapshot = next ?? (await look(context));
        next = undefined;
        // a lock that an earlier check put back has stood since; where a keeper is, it confirms
        hasSettled ??= !keeper && isSettling(snapshot, id, hosts);
        const decision = decideQuit(snapshot, id, hosts);
        // the beat saw it first; all that is left to do is to say so in the record
        if (!isAlive && (decision.kind !== 'lost' || decision.verbs.length === 0))
            return { kind: 'lost' };
        // once, for each renewal changes what the next look shows
        const upkeep = hasRenewed || decision.kind === 'lost'
            ? []
            : upkeepVerbs(snapshot, id, hosts, {
                keeper,
                settleMs,
                settlingSinceMs: hasSettled ? snapshot.uptimeMs - settleMs : undefined,
            });
        const due = decision.kind === 'carry-on' ? [] : decision.verbs;
        const verbs = upkeep.length > 0 ? upkeep : due;
        if (verbs.length > 0) {
            const step = await advance(context, snapshot, { hosts, verbs }, failing);
            next = step.next;
            const isDone = step.result !== undefined && step.result !== 'unknown';
            hasRenewed ||= isDone && verbs.some(({ verb }) => verb === 'renew');
            if (step.result !== undefined && step.result !== 'unknown' && step.result.putBack.length > 0) {
                context.say({ type: 'lock-put-back', hosts: step.result.putBack });
            }
            continue;
        }
        switch (decision.kind) {
            case 'carry-on':
                return { kind: 'carry-on' };
            case 'quit':
                return { kind: 'quit', told: decision.told };
            case 'lost':
                return { kind: 'lost' };
        }
    }
}
async function beat({ pool, signal }, { id, hosts }, failing) {
    for (;;) {
        try {
            return (await pool.beat(id, hosts, signal)).kind === 'alive';
        }
        catch (error) {
            await failing.afterFailure(error);
        }
    }
}

;// CONCATENATED MODULE: ./src/cli/own-lease.ts
/** How a later step finds the lease of its job. */







/**
 * By --lease-file, else the only file in the state folder, else by owner on the pool. Throws UsageError. `mayBeGone`: a
 * file that was named and is not there is no problem.
 */
function ownLease({ env, say }, inputs, problems, { mayBeGone = false } = {}) {
    const folder = inputs['state-dir'] ?? stateDir(env);
    const named = inputs['lease-file'];
    const { owner, attempt } = identityOf(env, inputs);
    const isOwn = (lease) => {
        // an owner that was given is asked for by name: the folder may hold another job's lease
        if (inputs.owner !== undefined)
            return lease.owner === owner;
        if (!isOtherScript(lease.owner))
            return true;
        say.line(`the lease of ${lease.hosts.join(', ')} in ${folder} is another script's, which is still running (${lease.owner}): it is left alone`);
        return false;
    };
    const fileProblems = [];
    let file;
    try {
        if (named === undefined)
            file = findLeaseFile(folder, isOwn);
        else if (!mayBeGone || (0,external_node_fs_.existsSync)(named))
            file = readLeaseFile(named);
    }
    catch (error) {
        if (!(error instanceof LeaseFileError))
            throw error;
        fileProblems.push({
            input: '--lease-file',
            expected: `a lease that can be used (${error.message})`,
            got: named ?? folder,
        });
    }
    const given = { pool: inputs.pool ?? file?.pool };
    const { values, problems: poolProblems } = withProwAliases(env, ['pool'], { values: given, problems });
    failOn(poolProblems, fileProblems);
    return { pool: values.pool, folder, file, owner, attempt };
}
/** The lease itself; undefined where the pool has none of this owner. */
async function resolveLease(context, own) {
    if (own.file !== undefined)
        return own.file;
    const snapshot = await context.pool.snapshot(context.signal);
    return leaseByOwner(snapshot, own);
}
function leaseByOwner(snapshot, { pool = '', owner, attempt }) {
    const held = [...snapshot.hosts.values()].flatMap(({ host, record }) => record?.owner === owner &&
        record.tenant === snapshot.caller.tenant &&
        record.attempt <= attempt &&
        ['held', 'quitting', 'settling', 'lost'].includes(record.state)
        ? [[host, record]]
        : []);
    const first = held[0]?.[1];
    if (first === undefined)
        return undefined;
    return {
        pool,
        hosts: held.filter(([, record]) => record.id === first.id).map(([host]) => host),
        id: first.id,
        owner,
        attempt: first.attempt,
        fencingToken: first.token,
        version: first.version.text,
        ttlMs: first.ttlMs,
        heartbeatMs: first.details.heartbeatMs ?? DEFAULTS.heartbeatMs,
        settleMs: DEFAULTS.settleMs,
        keeper: first.details.keeper ?? false,
    };
}

;// CONCATENATED MODULE: ./src/cli/check-quit-command.ts











const EVERY = 3;
/** `giveway check-quit`: at a checkpoint, must this job leave? */
async function checkQuitCommand(session, { given }, problems) {
    const { env, say } = session;
    const read = readInputs(COMMANDS['check-quit'].inputs, { given, env });
    const { values: inputs, problems: inputProblems } = withProwAliases(env, ['every'], read);
    const own = ownLease(session, inputs, [...problems, ...inputProblems]);
    const [needsPool, pool] = NEEDS_POOL;
    failOn(missing([[needsPool, `${pool}, for there is no lease file in ${own.folder}`]], {
        values: own,
        problems: [],
    }));
    const { iteration } = inputs;
    if (iteration !== undefined && iteration % (inputs.every ?? EVERY) !== 0) {
        printJson(session, { quit: false });
        return EXIT.done;
    }
    try {
        return await withPool(session, { ...inputs, pool: own.pool }, async (context) => {
            const lease = await resolveLease(context, own);
            const result = lease === undefined ? { kind: 'lost' } : await checkQuit(context, lease);
            return reportCheck(session, result, inputs.mode ?? 'graceful');
        });
    }
    catch (error) {
        if (!(0,pool_pool/* isPoolError */.XG)(error) || inputs['on-unreachable'] !== 'continue')
            throw error;
        say.line(`carrying on although nobody could be asked: ${error.message}`);
        printJson(session, { quit: false, unreachable: true });
        return EXIT.done;
    }
}
function reportCheck(session, result, mode) {
    const { say } = session;
    switch (result.kind) {
        case 'carry-on':
            printJson(session, { quit: false });
            return EXIT.done;
        case 'lost':
            say.line('the lease is lost: the host is, or may be, another job’s. Stop using it.');
            printJson(session, { quit: true, reason: 'lost' });
            return EXIT.lost;
        case 'quit': {
            const { byVersion, byJob, graceUntilMs } = result.told;
            const until = clockText(graceUntilMs, Date.now());
            say.line(`please leave by ${until}: ${oneLine(byJob)} (${oneLine(byVersion)}) waits for this host`);
            printJson(session, {
                quit: true,
                reason: 'preempted',
                byVersion: oneLine(byVersion),
                byJob: oneLine(byJob),
                graceUntil: new Date(graceUntilMs).toISOString(),
            });
            return mode === 'force' ? EXIT.quitForced : EXIT.quitGraceful;
        }
    }
}

;// CONCATENATED MODULE: ./src/cli/child.ts
/** The user's command as a process group of its own, and a guard that ends it where this process can't. */




const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
let guardText;
/** The guard's text, as it stands beside this code. */
function guardProgram() {
    // no `??=`: the bundler does not see a file's name behind one, and would leave the file out
    if (guardText === undefined)
        guardText = (0,external_node_fs_.readFileSync)(__nccwpck_require__.ab + "guard.sh", 'utf8');
    return guardText;
}
/** Starts the command; a command that can't be started has exited with the status that a shell would give. */
function startChild(options) {
    const { command, env, guardMs, onError } = options;
    const [file = '', ...args] = command;
    const guard = startGuard(options);
    const failed = (error) => {
        onError(`can't start ${JSON.stringify(file)}: ${error.message}`);
        return { code: error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE, signal: null };
    };
    let child;
    try {
        child = (0,external_node_child_process_.spawn)(file, args, { stdio: 'inherit', env, detached: true });
    }
    catch (error) {
        // what the system refuses at once, such as too long a list of arguments
        guard.tell('done');
        return { exited: Promise.resolve(failed(error)), signal: () => undefined };
    }
    const { pid } = child;
    if (pid !== undefined)
        guard.tell(String(pid));
    const exited = new Promise((resolve) => {
        child.once('exit', (code, signal) => resolve({ code, signal }));
        child.once('error', (error) => resolve(failed(error)));
    });
    void exited.then(() => guard.end());
    return {
        exited,
        signal: (name) => {
            if (pid !== undefined)
                signalGroup(pid, name, onError);
        },
        mustEndIn: (killMs) => guard.tell(limitOf(killMs, guardMs)),
    };
}
/** In seconds, until the guard sends its first signal; 0 would be no limit. */
function limitOf(killMs, guardMs) {
    return String(Math.max(1, Math.round(killMs - guardMs)) / 1000);
}
/** In a session of its own, so that what kills this process's group leaves it alone. */
function startGuard({ guardMs, killMs, quitSignal, folder }) {
    const args = [quitSignal.replace(/^SIG/, ''), String(guardMs / 1000), folder, limitOf(killMs, guardMs)];
    const guard = (0,external_node_child_process_.spawn)('/bin/sh', ['-c', guardProgram(), 'giveway-guard', ...args], {
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
        env: { PATH: process.env['PATH'] },
    });
    guard.on('error', () => undefined);
    guard.stdin.on('error', () => undefined);
    guard.unref();
    return {
        tell: (line) => void guard.stdin.write(`${line}\n`),
        end: () => void guard.stdin.end('done\n'),
    };
}
function signalGroup(group, name, onError) {
    try {
        process.kill(-group, name);
    }
    catch (error) {
        // what runs as another user can't be signalled: then the command must end by itself
        if (error.code === 'ESRCH')
            return;
        onError(`can't send ${name} to the command: ${error.message}`);
    }
}
/** The exit code that a shell would give. */
function exitCodeOf({ code, signal }) {
    if (signal !== null)
        return 128 + external_node_os_.constants.signals[signal];
    return code ?? 1;
}

;// CONCATENATED MODULE: external "node:readline"
const external_node_readline_namespaceObject = require("node:readline");
;// CONCATENATED MODULE: ./src/cli/demo-command.ts
/** `giveway demo`: two jobs of real processes share a host in a temporary folder. */







const demo_command_HOST = 'lab-host-1';
async function demoCommand(session, _inputs, problems) {
    failOn(problems);
    const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'giveway-demo-'));
    const steps = new Set();
    try {
        return await playDemo(session, folder, steps);
    }
    catch (error) {
        session.interrupts.signal.throwIfAborted();
        throw error;
    }
    finally {
        await Promise.all(steps);
        (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true });
    }
}
async function playDemo(session, pool, steps) {
    const tell = (text) => {
        session.interrupts.signal.throwIfAborted();
        session.print(`\n# ${text}\n`);
    };
    const older = jobIn(session, pool, 'nightly-4.21', steps);
    const newer = jobIn(session, pool, 'nightly-4.22', steps);
    tell(`A job for 4.21 acquires ${demo_command_HOST}, in the folder ${pool}`);
    const acquired = await older('acquire', '--pool', pool, '--host', demo_command_HOST, '--product-version', '4.21').ended;
    tell('A job for 4.22 arrives, and has to wait');
    const waiting = newer('acquire', '--pool', pool, '--host', demo_command_HOST, '--product-version', '4.22');
    await waiting.says(/asked to leave|place 1|held by/);
    const status = await older('status', '--pool', pool).ended;
    tell('4.21 comes to its next checkpoint, and is told to give way');
    const checked = await older('check-quit').ended;
    tell('It leaves in good order; 4.22, which waits, gets the host');
    const released = await older('release').ended;
    const promoted = await waiting.ended;
    tell('4.22 has done its work');
    const finished = await newer('release').ended;
    const left = (0,external_node_fs_.readdirSync)(pool).filter((name) => name.includes('.lock'));
    tell(left.length === 0 ? 'The pool holds no lock and no waiting file' : `Left in the pool: ${left.join(', ')}`);
    const isRight = [acquired, status, released, promoted, finished].every((code) => code === EXIT.done) &&
        checked === EXIT.quitGraceful &&
        left.length === 0;
    return isRight ? EXIT.done : EXIT.fault;
}
/** Starts steps of one job; what they print goes to stdout behind the job's name. */
function jobIn(session, pool, job, steps) {
    const env = {
        PATH: session.env['PATH'],
        GIVEWAY_OWNER: job,
        GIVEWAY_STATE_DIR: (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(pool, `.state-${job}-`)),
        JOB_NAME: job,
    };
    return (...args) => {
        session.print(`[${job}] $ giveway ${args.join(' ')}\n`);
        const child = (0,external_node_child_process_.spawn)(process.execPath, [process.argv[1] ?? '', ...args], {
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        const seen = [];
        let onLine = () => undefined;
        for (const stream of [child.stdout, child.stderr]) {
            (0,external_node_readline_namespaceObject.createInterface)({ input: stream }).on('line', (line) => {
                session.print(`[${job}] ${line}\n`);
                seen.push(line);
                onLine(line);
            });
        }
        const stop = () => void child.kill('SIGTERM');
        session.interrupts.signal.addEventListener('abort', stop, { once: true });
        const ended = new Promise((resolve) => {
            child.once('close', (code) => {
                session.interrupts.signal.removeEventListener('abort', stop);
                resolve(code ?? EXIT.fault);
            });
        });
        steps.add(ended);
        const says = (pattern) => new Promise((resolve, reject) => {
            onLine = (line) => {
                if (pattern.test(line))
                    resolve();
            };
            seen.forEach((line) => onLine(line));
            void ended.then((code) => reject(new Error(`giveway ${args.join(' ')} ended with ${code}`)));
        });
        return { ended, says };
    };
}

;// CONCATENATED MODULE: ./src/init/setup-script.ts
/** The script that sets up a pool: one constant text, whose inputs are data beside it. */



/** The script, complete: the program that it installs is in it. */
function setupScript() {
    const parts = {
        '@program.sh': (0,program_text/* programText */.Q)().trimEnd(),
        '@add-key.sh': (0,external_node_fs_.readFileSync)(__nccwpck_require__.ab + "add-key.sh", 'utf8').trimEnd(),
    };
    return (0,external_node_fs_.readFileSync)(__nccwpck_require__.ab + "init.sh", 'utf8')
        .split('\n')
        .map((line) => parts[line] ?? line)
        .join('\n');
}
/** The inputs but the folder, as the script reads them. */
function inputWords(inputs) {
    const { user, group, hosts, key, legacy, allowNfs } = inputs;
    const words = [
        ['user', user],
        ['group', group],
        ['settings', hosts === undefined ? undefined : JSON.stringify({ hosts })],
        ['key', key?.publicKey],
        ['role', key?.role],
        ['tenant', key?.tenant],
        ['max-priority', key?.maxPriority],
        ['max-version', key?.maxVersion],
        ['lock-timeout', legacy?.lockTimeoutS],
        ['locks', legacy?.locks],
        ['nfs', allowNfs === true ? 'allow' : undefined],
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const bad = [inputs.folder, ...words].find((word) => /[\0\n\r]/.test(word));
    if (bad !== undefined)
        throw new TypeError(`not one line: ${JSON.stringify(bad)}`);
    return words;
}
/** The same script for a person to read, or to hand to any sh as its input: its parameters come first, quoted. */
function printedScript(inputs) {
    const words = [`folder=${inputs.folder}`, ...inputWords(inputs)];
    return `set -- ${words.map(shellWord).join(' \\\n  ')}\n${setupScript()}`;
}
/** The text as one word of a POSIX shell's. */
function shellWord(text) {
    return /^[A-Za-z0-9/._=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

;// CONCATENATED MODULE: ./src/init/paste-text.ts
/** What a person puts into a workflow once a bastion is set up. */

const SSH_PORT = 22;
/** The line by which a client knows the host. `key`: type and base64. */
function knownHostsLine(host, port, key) {
    return `${port === SSH_PORT ? host : `[${host}]:${port}`} ${key}`;
}
/** The key in the form that files have it: its type, then base64. */
function hostKeyText(key) {
    return `${key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')} ${key.toString('base64')}`;
}
function poolName({ user, host, port, folder }) {
    const address = host.includes(':') ? `[${host}]` : host;
    return `ssh://${user}@${address}${port === SSH_PORT ? '' : `:${port}`}${folder}`;
}
/** The lines to paste: for known_hosts, for a workflow, for a shell. */
function pasteText(bastion, host) {
    const pool = poolName(bastion);
    const { knownHosts } = bastion;
    const command = `--host ${host ?? 'HOST'} --product-version 4.22 -- make test`;
    const known = knownHosts ?? 'the line that ssh-keyscan prints of the bastion, once you have compared it';
    return `# The bastion's host key, as a line of known_hosts:
${known}

# A step of a workflow; the private half of the job's key is its secret GIVEWAY_PRIVATE_KEY:
env:
  GIVEWAY_POOL: ${JSON.stringify(pool)}
  GIVEWAY_KNOWN_HOSTS: ${JSON.stringify(known)}
  GIVEWAY_PRIVATE_KEY: \${{ secrets.GIVEWAY_PRIVATE_KEY }}
run: giveway run ${command}

# A shell, with the private key in a file:
giveway run --pool ${shellWord(pool)} --known-hosts ${shellWord(known)} --private-key-file KEY ${command}
`;
}

;// CONCATENATED MODULE: ./src/init/public-key.ts
/** A public key as it stands in a .pub file, for a line of authorized_keys. */
const KEY_TYPE = /^(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;
/** Does this look like a key's text, rather than the path of its file? */
function isKeyText(text) {
    return /^\s*(?:ssh-|ecdsa-|sk-)\S+\s/.test(text) || text.includes('-----BEGIN') || text.includes('\n');
}
/**
 * Reads the text of one key. Whatever else could stand in such a line is refused: options, which would be another's say
 * in what the key may do; a second line; control characters in the comment.
 */
function parsePublicKey(text) {
    const line = text.trim();
    if (line.includes('-----BEGIN')) {
        return { problem: 'the public half of a key (the file whose name ends in .pub); this is a private key' };
    }
    if (line === '' || /[\n\r]/.test(line))
        return { problem: 'one public key, in one line' };
    // blanks apart, what is not printed could hide something from whoever reads the file
    if (/[\u0000-\u001f\u007f]/.test(line.replaceAll('\t', ' '))) {
        return { problem: 'a public key without control characters' };
    }
    const [type = '', base64 = '', ...comment] = line.split(/[ \t]+/);
    if (!KEY_TYPE.test(type)) {
        return {
            problem: 'a public key that begins with its type, such as ssh-ed25519, without options in front',
        };
    }
    if (!holdsType(base64, type))
        return { problem: 'a whole public key: its base64 is damaged' };
    return { key: [type, base64, ...comment].join(' ') };
}
/** A key's base64 begins with the name of its type. */
function holdsType(base64, type) {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
        return false;
    const blob = Buffer.from(base64, 'base64');
    if (blob.length < 4 || blob.toString('base64') !== base64)
        return false;
    // a chain of fields, each behind its length: all there, and nothing behind
    let at = 0;
    while (at + 4 <= blob.length)
        at += 4 + blob.readUInt32BE(at);
    return at === blob.length && blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1') === type;
}

;// CONCATENATED MODULE: ./src/init/run-setup.ts
/** Runs the script here, or at the other end of an SSH connection, and reads what it says. */




/** Sets up a folder of this machine. Rejects with PoolUnavailable where a step failed. */
async function setUpHere(options) {
    const { inputs, signal } = options;
    const child = (0,external_node_child_process_.spawn)('sh', ['-c', setupScript(), 'giveway-init', `folder=${inputs.folder}`, ...inputWords(inputs)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(signal === undefined ? {} : { signal }),
    });
    let complaints = '';
    child.stderr
        .setEncoding('utf8')
        .on('data', (chunk) => (complaints = (complaints + chunk).slice(-2000)));
    const closed = new Promise((resolve) => {
        child.once('close', () => resolve());
        child.once('error', (error) => {
            complaints += error.message;
            resolve();
        });
    });
    const report = readReport(options);
    run_setup_readLines(child.stdout, report.line);
    await closed;
    signal?.throwIfAborted();
    return { ...report.end(complaints), login: undefined };
}
const SETUP_MS = 120_000;
/** The same at the bastion that the pool's name leads to. Rejects as a connection may, too. */
async function setUpThere(options) {
    const { name, access, inputs } = options;
    const timeout = AbortSignal.timeout(SETUP_MS);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    const { channel, login } = await openBastion(name, { access, program: setupScript() }, signal);
    const report = readReport(options);
    const stop = () => channel.destroy();
    signal.addEventListener('abort', stop, { once: true });
    const seen = { restricted: false };
    // the streams' own errors show in `closed`
    for (const stream of [channel.input, channel.output])
        stream.on('error', () => undefined);
    run_setup_readLines(channel.output, (line) => {
        if (line === 'giveway-loader') {
            channel.load?.();
            channel.input.write([...inputWords(inputs), 'go', ''].join('\n'));
        }
        else if (/^giveway-(?:program|error) /.test(line)) {
            seen.restricted = true;
            channel.destroy();
        }
        else
            report.line(line);
    });
    await channel.closed;
    signal.removeEventListener('abort', stop);
    options.signal?.throwIfAborted();
    if (seen.restricted) {
        throw new pool_pool/* PoolUnavailable */.pP('auth', `can't set up ${name}: the key that logged in is bound to the pool's program. Use a login that has a shell there`);
    }
    if (timeout.aborted && !report.hasEnded()) {
        throw new pool_pool/* PoolUnavailable */.pP('fault', `setting up ${name} took longer than ${SETUP_MS / 1000} s`);
    }
    return { ...report.end(channel.complaints()), login };
}
/** Collects what the script says; lines that are not the script's, a shell's greeting say, are passed over. */
function readReport({ onStep }) {
    let user;
    const hostKeys = [];
    const count = { made: 0, kept: 0, left: 0, note: 0 };
    let failure;
    let ended = false;
    return {
        line(line) {
            const [, what, text = ''] = /^giveway-init ([a-z-]+) (.*)$/.exec(line) ?? [];
            switch (what) {
                case 'made':
                case 'kept':
                case 'left':
                case 'note':
                    count[what] += 1;
                    onStep(what, text);
                    break;
                case 'failed':
                    failure = text;
                    break;
                case 'user':
                    user = text;
                    break;
                case 'host-key':
                    hostKeys.push(text);
                    break;
                case 'end':
                    ended = true;
                    break;
                case undefined:
                default:
            }
        },
        hasEnded: () => ended,
        end(complaints) {
            if (failure !== undefined)
                throw new pool_pool/* PoolUnavailable */.pP('fault', failure);
            if (!ended) {
                throw new pool_pool/* PoolUnavailable */.pP('fault', `the set-up ended early: ${complaints.trim() || 'it said nothing'}`);
            }
            return { user, hostKeys, made: count.made, left: count.left };
        },
    };
}
function run_setup_readLines(stream, onLine) {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(onLine);
    });
}

;// CONCATENATED MODULE: ./src/cli/init-command.ts















/** `giveway init`: sets up a folder, here or on a bastion, and says what to paste where. */
async function initCommand(session, { given }, problems) {
    const { env, say, print } = session;
    const { values, problems: inputProblems } = readInputs(COMMANDS.init.inputs, { given, env });
    const { inputs, problems: setupProblems } = setupInputs(values);
    failOn(problems, inputProblems, setupProblems);
    const { pool = '' } = values;
    if (values.print === true) {
        if (isRemote(pool))
            say.line(`to run it there: giveway init ${pool} … --print | ssh USER@HOST sh`);
        print(printedScript(inputs));
        return EXIT.done;
    }
    const { signal } = session.interrupts;
    const onStep = (kind, text) => say.line(`${STEP_WORDS[kind]}${oneLine(text, 2000)}`);
    const options = { inputs, onStep, signal };
    const setup = isRemote(pool)
        ? await setUpThere({ ...options, name: pool, access: accessOf(env, values) })
        : await setUpHere(options);
    say.line(summary(setup));
    if (setup.user === undefined)
        return EXIT.needsAttention;
    const { login } = setup;
    const { host, port } = login ?? { host: (0,external_node_os_.hostname)(), port: 22 };
    const key = login === undefined ? setup.hostKeys[0] : hostKeyText(login.hostKey);
    const givenHosts = login === undefined ? values['known-hosts'] : undefined;
    const knownHosts = givenHosts ?? (key === undefined ? undefined : knownHostsLine(host, port, key));
    if (login === undefined && givenHosts === undefined) {
        say.line(`where jobs reach this machine by another name than ${host}, write that one in what follows`);
    }
    print(pasteText({ user: setup.user, host, port, folder: inputs.folder, knownHosts }, inputs.hosts?.[0]));
    return setup.left > 0 ? EXIT.needsAttention : EXIT.done;
}
const STEP_WORDS = {
    made: 'done: ',
    kept: 'as it was: ',
    left: 'left to an admin: ',
    note: 'note: ',
};
function summary({ made, left }) {
    const done = made === 0 ? 'nothing had to change' : `${made} ${made === 1 ? 'change' : 'changes'}`;
    return left === 0 ? done : `${done}; ${left} left to an admin, see above`;
}
function isRemote(pool) {
    return pool.startsWith('ssh://');
}
/** What the script is to do; what does not go together is a problem. */
function setupInputs(values) {
    const { pool, user, group, host } = values;
    const problems = [];
    const problem = (input, expected, got) => void problems.push({ input, expected, got });
    if (pool === undefined)
        problem('the folder', 'giveway init DIR, or giveway init ssh://user@host/DIR');
    const folder = folderOf(pool ?? '/');
    if (folder === undefined)
        problem('the folder', 'ssh://user@host[:port]/DIR', pool);
    else if (/[\0\n\r]/.test(folder))
        problem('the folder', 'a path of one line', folder);
    const key = keyInputs(values, problem);
    const { 'lock-timeout': lockTimeoutMs, locks } = values;
    const isLegacy = values.legacy === true;
    if (isLegacy && lockTimeoutMs === undefined)
        problem('--lock-timeout', "the bash jobs' own LOCK_TIMEOUT, such as 10h");
    if (lockTimeoutMs !== undefined && (lockTimeoutMs < 1000 || lockTimeoutMs % 1000 !== 0)) {
        problem('--lock-timeout', 'whole seconds', `${lockTimeoutMs} ms`);
    }
    if (!isLegacy && (lockTimeoutMs ?? locks) !== undefined)
        problem('--legacy', 'beside --lock-timeout and --locks');
    return {
        inputs: {
            folder: folder ?? '',
            user,
            group,
            hosts: host === undefined ? undefined : hostsOf(host),
            key,
            legacy: isLegacy && lockTimeoutMs !== undefined ? { lockTimeoutS: lockTimeoutMs / 1000, locks } : undefined,
            allowNfs: values['allow-nfs'],
        },
        problems,
    };
}
function folderOf(pool) {
    return isRemote(pool) ? folderOnBastion(pool) : (0,external_node_path_.resolve)(pool);
}
function keyInputs(values, problem) {
    const { 'add-key': given, role = 'job', tenant } = values;
    const { 'max-priority': maxPriority, 'max-version': maxVersion } = values;
    if (given === undefined) {
        for (const input of ['role', 'tenant', 'max-priority', 'max-version']) {
            if (values[input] !== undefined)
                problem('--add-key', `a key for --${input} to hold for`);
        }
        return undefined;
    }
    if (!isKeyText(given) && !(0,external_node_fs_.existsSync)(given)) {
        problem('--add-key', 'the file of a public key, or its text', given);
        return undefined;
    }
    const parsed = parsePublicKey(isKeyText(given) ? given : (0,external_node_fs_.readFileSync)(given, 'utf8'));
    if ('problem' in parsed) {
        // a private key by mistake is not to end in a log
        problem('--add-key', parsed.problem, given.includes('PRIVATE KEY') ? '(not shown)' : given);
        return undefined;
    }
    return { publicKey: parsed.key, role, tenant, maxPriority, maxVersion };
}

;// CONCATENATED MODULE: ./src/cli/interrupts.ts
/** Signals to this process, and the loss of the process that started it. */



const interrupts_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_MS = 500;
const ignore = () => undefined;
/**
 * From now on signals abort instead of killing. A wrapper that dies of a signal without passing it on (`bash -c`, a shell
 * script) orphans this process: that counts as SIGTERM, unless nohup started it, for then it is wanted.
 */
function catchInterrupts(env) {
    const controller = new AbortController();
    let further = () => undefined;
    const onSignal = (name) => {
        if (controller.signal.aborted)
            further(name);
        else
            controller.abort(new Interrupted(name));
    };
    const handlesHangup = !isUnderNohup(env);
    const signals = handlesHangup ? interrupts_SIGNALS : interrupts_SIGNALS.filter((name) => name !== 'SIGHUP');
    for (const name of signals)
        process.on(name, onSignal);
    if (!handlesHangup)
        process.on('SIGHUP', ignore);
    const wrappers = wrappersOf(process.pid);
    const timer = setInterval(() => {
        if (!controller.signal.aborted && wrappers.some(isOrphan))
            controller.abort(new Interrupted('SIGTERM'));
    }, PARENT_MS);
    if (!handlesHangup)
        clearInterval(timer);
    timer.unref();
    return {
        signal: controller.signal,
        onFurther: (handler) => (further = handler),
        end: () => {
            clearInterval(timer);
            for (const name of signals)
                process.off(name, onSignal);
            process.off('SIGHUP', ignore);
        },
    };
}
/**
 * This process, and those above it that a wrapper started in turn, each with its parent: `npm run` starts a shell that
 * starts us. They are all of one process group; what is above that, such as the shell of a terminal, may go.
 */
function wrappersOf(self) {
    const group = readProcess(self)?.group;
    const chain = [{ pid: self, parent: process.ppid }];
    for (let pid = process.ppid;;) {
        const { parent = 0, group: its } = readProcess(pid) ?? {};
        if (its !== group || readProcess(parent)?.group !== group)
            return chain;
        chain.push({ pid, parent });
        pid = parent;
    }
}
function isOrphan({ pid, parent }) {
    return (pid === process.pid ? process.ppid : readProcess(pid)?.parent) !== parent;
}
/** The name may hold spaces and brackets, so the fields count from the last one. Undefined where there is no /proc. */
function readProcess(pid) {
    try {
        const [, parent, group] = (0,external_node_fs_.readFileSync)(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ');
        return { parent: Number(parent), group: Number(group) };
    }
    catch {
        return undefined;
    }
}
/**
 * That nohup has ignored SIGHUP can't be seen, for Node takes every signal back to its default as it starts. But bash
 * leaves the command that it ran in this variable, and nohup hands it on.
 */
function isUnderNohup(env) {
    return (0,external_node_path_.basename)(env['_'] ?? '') === 'nohup';
}

;// CONCATENATED MODULE: ./src/cli/release-command.ts









/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;
/** `giveway release`: gives back what is this job's, whatever state it is in. */
async function releaseCommand(session, { given }, problems) {
    const { env, say } = session;
    const read = readInputs(COMMANDS.release.inputs, { given, env });
    const own = ownLease(session, read.values, [...problems, ...read.problems], { mayBeGone: true });
    if (own.pool === undefined) {
        say.line(`there is no lease file in ${own.folder}, and no --pool to look for this job's lease`);
        return reportReleased(session, { kind: 'not-held' });
    }
    const whose = own.file === undefined ? { owner: own.owner, attempt: own.attempt } : { id: own.file.id };
    const { signal, end } = delayed(session.interrupts.signal, INTERRUPTED_MS);
    const result = await withPool(session, { ...read.values, pool: own.pool }, (context) => release({ ...context, signal }, whose)).finally(end);
    if (own.file !== undefined)
        removeLeaseFiles(own.folder, own.file, read.values['lease-file']);
    return reportReleased(session, result);
}
/** Aborts some time after another signal; `end` ends the wait. */
function delayed(signal, ms) {
    const controller = new AbortController();
    let timer;
    const onAbort = () => {
        timer = systemClock.after(ms, () => controller.abort(signal.reason));
    };
    if (signal.aborted)
        onAbort();
    else
        signal.addEventListener('abort', onAbort, { once: true });
    return {
        signal: controller.signal,
        end: () => {
            signal.removeEventListener('abort', onAbort);
            timer?.cancel();
        },
    };
}
function reportReleased(session, result) {
    const { say } = session;
    switch (result.kind) {
        case 'released':
            say.line(`gave ${result.hosts.join(', ')} back after ${durationText(result.heldMs)}`);
            printJson(session, { released: true, heldSeconds: seconds(result.heldMs) });
            return EXIT.done;
        case 'not-held':
            say.line('nothing to give back');
            printJson(session, { released: false, reason: 'not-held' });
            return EXIT.done;
        case 'lost':
            say.line('the lease had been lost before: the host is, or was, another job’s meanwhile');
            printJson(session, { released: false, reason: 'lost' });
            return EXIT.lost;
    }
}

;// CONCATENATED MODULE: ./src/cli/run-command.ts



















/** What the command must not see. */
const SECRETS = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PASSPHRASE'];
const MAX_GUARD_MS = 10_000;
/** `giveway run`: holds a host while a command runs. */
async function runCommand(session, { given }, problems, command) {
    const { env, say } = session;
    const read = readInputs(COMMANDS.run.inputs, { given, env });
    const aliased = withProwAliases(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const { request, versionNote, problems: jobProblems } = requestedJob(env, aliased, true);
    const resultFile = inputs['result-file'];
    failOn(problems, aliased.problems, jobProblems, resultFileProblems(resultFile), folderProblems({ input: 'TMPDIR', folder: (0,external_node_os_.tmpdir)() }));
    if (versionNote !== undefined)
        say.line(versionNote);
    const mode = inputs.mode ?? 'force';
    let scratch;
    let waitedMs = 0;
    try {
        const result = await withPool(session, inputs, (context) => run(context, request, {
            waitTimeoutMs: inputs['wait-timeout'],
            quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
            onAcquired: (acquired) => {
                waitedMs = acquired.waitedMs;
                say.line(acquiredText(acquired));
            },
            onQuit: (told) => writeQuitFile(session, scratch, told),
            start: (lease) => {
                scratch = makeScratch();
                const quitSignal = inputs['quit-signal'] ?? 'SIGTERM';
                return run_command_startCommand(session, lease, { scratch, command, quitSignal });
            },
        }));
        writeResult(session, resultFile, resultJson(result, waitedMs));
        if (result.kind === 'not-run') {
            say.line(notAcquiredText(result.acquire));
            return notAcquiredExit(result.acquire, request.ifBusy);
        }
        return reportRan(session, result, mode);
    }
    catch (error) {
        writeResult(session, resultFile, failureJson(error));
        throw error;
    }
    finally {
        if (scratch !== undefined)
            (0,external_node_fs_.rmSync)(scratch, { recursive: true, force: true });
    }
}
function makeScratch() {
    try {
        return (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'giveway-'));
    }
    catch (error) {
        throw new LeaseFileError(`can't make a folder in ${(0,external_node_os_.tmpdir)()}: ${error.message}`, {
            cause: error,
        });
    }
}
function run_command_startCommand(session, lease, { scratch, command, quitSignal }) {
    const leaseFile = (0,external_node_path_.join)(scratch, 'lease.json');
    writeLeaseFile(leaseFile, { ...lease, acquiredAt: new Date().toISOString() });
    const env = {
        ...session.env,
        GIVEWAY_HOST: lease.hosts.join(','),
        GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
        GIVEWAY_LEASE_FILE: leaseFile,
        GIVEWAY_QUIT_FILE: quitFile(scratch),
    };
    for (const name of SECRETS)
        Reflect.deleteProperty(env, name);
    const child = startChild({
        command,
        env,
        quitSignal,
        folder: scratch,
        guardMs: Math.min(MAX_GUARD_MS, lockDelayMs(lease.ttlMs)),
        killMs: commandDeadlines(lease.ttlMs).killMs,
        onError: (message) => session.say.line(message),
    });
    session.interrupts.onFurther((name) => child.signal(name));
    return child;
}
function quitFile(scratch) {
    return (0,external_node_path_.join)(scratch, 'quit');
}
/** Appears at once and whole. The quit signal is what counts, so that a full disk only costs the file. */
function writeQuitFile({ say }, scratch, told) {
    if (scratch === undefined)
        return;
    try {
        writeWhole(quitFile(scratch), toldJson(told));
    }
    catch (error) {
        say.line(`warning: can't write the quit file: ${error.message}`);
    }
}
function writeWhole(path, value) {
    const temporary = `${path}.${process.pid}.tmp`;
    (0,external_node_fs_.writeFileSync)(temporary, `${JSON.stringify(value)}\n`);
    (0,external_node_fs_.renameSync)(temporary, path);
}
function reportRan({ say }, result, mode) {
    const { because, exit, released } = result;
    if (released?.kind === 'released')
        say.line(`gave ${released.hosts.join(', ')} back after ${durationText(released.heldMs)}`);
    switch (because) {
        case 'ended':
            if (released?.kind === 'lost') {
                say.line('the lease was lost while the command ended: the host may have been another job’s');
                return EXIT.lost;
            }
            return exitCodeOf(exit);
        case 'interrupted':
            return exitCodeOf(exit);
        case 'preempted':
            say.line(`gave way (${mode})`);
            return mode === 'force' ? EXIT.quitForced : EXIT.done;
        case 'lost':
            say.line('the lease was lost, and the command was stopped');
            return EXIT.lost;
    }
}
function toldJson({ byVersion, byJob, graceUntilMs }) {
    return { reason: 'preempted', byVersion, byJob, graceUntil: new Date(graceUntilMs).toISOString() };
}
/** Removes the result of an earlier run, and finds out whether this one's can be written. */
function resultFileProblems(path) {
    if (path === undefined)
        return [];
    try {
        const isFile = (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false })?.isFile() ?? true;
        if (!isFile)
            return [{ input: '--result-file', expected: 'a file, or a path where none is', got: path }];
        (0,external_node_fs_.rmSync)(path, { force: true });
        (0,external_node_fs_.writeFileSync)(path, '', { flag: 'wx' });
        (0,external_node_fs_.rmSync)(path);
        return [];
    }
    catch (error) {
        const expected = `a file that can be written (${error.code ?? 'unknown'})`;
        return [{ input: '--result-file', expected, got: path }];
    }
}
/** How it ended, without the ambiguity of an exit code. */
function writeResult({ say }, path, result) {
    if (path === undefined)
        return;
    try {
        writeWhole(path, result);
    }
    catch (error) {
        say.line(`warning: can't write the result file: ${error.message}`);
    }
}
/** It ended before there was a host, or in a way that is nobody's plan. */
function failureJson(error) {
    if (error instanceof Interrupted)
        return { outcome: 'interrupted', signal: error.signalName };
    const message = oneLine(error instanceof Error ? error.message : String(error), 1000);
    return { outcome: (0,pool_pool/* isPoolError */.XG)(error) ? 'pool-unavailable' : 'fault', message };
}
function resultJson(result, waitedMs) {
    if (result.kind === 'not-run')
        return { outcome: 'not-acquired', ...waitingJson(result.acquire) };
    const { because, exit, lease, told, released } = result;
    return {
        outcome: because,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: seconds(waitedMs),
        exitCode: exit.code,
        signal: exit.signal,
        ...(told === undefined ? {} : { quit: toldJson(told) }),
        released: released?.kind === 'released',
        ...(released?.kind === 'released' ? { heldSeconds: seconds(released.heldMs) } : {}),
    };
}

;// CONCATENATED MODULE: ./src/protocol/status.ts
/** What a pool looks like to a person: every host, who holds it, who waits. */








const LONGEST_URL = 2000;
/** The hosts given, those without any file as free; or all that the pool has files of. */
function statusOf(snapshot, hosts) {
    const shown = hosts === undefined ? [...snapshot.hosts.keys()].sort(compareHosts) : [...new Set(hosts)];
    return { nowMs: nowMs(snapshot), hosts: shown.map((host) => hostStatus(snapshot, host)) };
}
/** What `status --check` fails on, each a sentence. */
function statusProblems(status, { maxHeldMs } = {}) {
    return status.hosts.flatMap(({ host, state, holder, problem }) => {
        if (problem !== undefined)
            return [`${host}: ${problem}`];
        if (holder === null)
            return [];
        const who = jobLabel(holder);
        const { told, sinceMs, legacy, expiredBy } = holder;
        const sentences = [];
        if (state === 'expired') {
            const why = expiredBy === 'max-hold' ? 'its time was up' : 'its job gives no sign of life';
            sentences.push(legacy
                ? `${host}: the lock of ${who} is older than LOCK_TIMEOUT`
                : `${host}: the lease of ${who} has expired, ${why}`);
        }
        if (told?.overdue === true) {
            const asker = jobLabel({ job: told.byJob, version: told.byVersion });
            sentences.push(`${host}: ${who} was asked to leave for ${asker} and has used up its grace`);
        }
        const isHeld = state === 'held' || state === 'settling' || state === 'quitting';
        const heldMs = status.nowMs - (sinceMs ?? Infinity);
        if (isHeld && maxHeldMs !== undefined && heldMs > maxHeldMs) {
            sentences.push(`${host}: ${who} has held it for ${roughly(heldMs)}, which is more than ${roughly(maxHeldMs)}`);
        }
        return sentences;
    });
}
/** `job (4.22)`; without a version where it is unknown. */
function jobLabel({ job, version, }) {
    return version === null ? job : `${job} (${version})`;
}
/** What a waiter is called, fit to print. */
function waiterName(waiter) {
    return printedName(jobName(waiter));
}
/** A name may consist of nothing that can be printed. */
function printedName(name) {
    return oneLine(name) || '(no name)';
}
/** By name, numbers in it by their value: h2 before h10. */
function compareHosts(a, b) {
    const key = (host) => host.replace(/\d+/g, (digits) => digits.padStart(20, '0'));
    return key(a) < key(b) ? -1 : 1;
}
// ---- one host
function hostStatus(snapshot, host) {
    const availability = availabilityOf(snapshot, host);
    return {
        host,
        ...stateOf(snapshot, host, availability),
        waiting: status_waiting(snapshot, host, availability),
    };
}
function stateOf(snapshot, host, availability) {
    switch (availability.state) {
        case 'broken':
            return { state: 'broken', holder: null, problem: oneLine(availability.problem, 400) };
        case 'bash':
            return { state: 'held', holder: bashHolder(snapshot, host) };
        case 'held': {
            const { holder, endsAtMs } = availability;
            const state = stateOfHeld(holder);
            const isUnaware = state === 'held' && findPreemptor(snapshot, host, holder) !== undefined;
            return {
                state,
                holder: {
                    ...holderOf(snapshot, holder, endsAtMs),
                    ...toldOf(snapshot, holder),
                    ...(isUnaware ? { unaware: true } : {}),
                },
            };
        }
        case 'resting': {
            const { holder, untilMs } = availability;
            return {
                state: 'resting',
                holder: {
                    ...holderOf(snapshot, holder, untilMs - lockDelayMs(holder.ttlMs)),
                    expiredBy: expiredBy(snapshot, holder),
                },
                restsUntilMs: atWallMs(snapshot, untilMs),
            };
        }
        case 'free':
            return leftBehind(snapshot, host);
    }
}
/** Whoever comes may have it, but the one before has not given it back. */
function leftBehind(snapshot, host) {
    if (lockOwner(snapshot.hosts.get(host)) === 'foreign') {
        return { state: 'expired', holder: bashHolder(snapshot, host) };
    }
    const life = decideExpiry(snapshot, host);
    if (life.state !== 'expired')
        return { state: 'free', holder: null };
    const { record } = life;
    return {
        state: 'expired',
        holder: { ...holderOf(snapshot, record, undefined), expiredBy: expiredBy(snapshot, record) },
    };
}
function stateOfHeld(record) {
    if (record.kind === 'hold')
        return 'on-hold';
    if (record.state === 'settling')
        return 'settling';
    return record.state === 'quitting' || record.details.told !== undefined ? 'quitting' : 'held';
}
function holderOf(snapshot, record, endsAtMs) {
    const { job, url, project } = record.details;
    const ageMs = record.kind === 'hold' ? undefined : heartbeatAgeMs(snapshot, record.id);
    return {
        job: printedName(job ?? record.owner),
        url: linkOf(url),
        ...(project === undefined ? {} : { project: oneLine(project) }),
        version: record.version.text,
        sinceMs: Math.floor(record.token / 1000), // a token is the instant of the take in µs
        fencingToken: record.token,
        legacy: false,
        endsAtMs: endsAtMs === undefined ? null : atWallMs(snapshot, endsAtMs),
        lastSignMs: ageMs === undefined ? null : nowMs(snapshot) - ageMs,
    };
}
function bashHolder(snapshot, host) {
    const view = snapshot.hosts.get(host);
    const endsAtNs = view === undefined ? undefined : bashLockEndsAtNs(snapshot, view);
    return {
        job: 'a bash job',
        url: null,
        version: null,
        sinceMs: bashSinceMs(view),
        fencingToken: null,
        legacy: true,
        endsAtMs: endsAtNs === undefined ? null : asMs(endsAtNs),
        lastSignMs: null,
    };
}
/** By the file's mtime; the content carries the clock of the job's pod. */
function bashSinceMs(view) {
    if (view === undefined)
        return null;
    if (view.lockMtimeNs !== undefined)
        return asMs(view.lockMtimeNs);
    return /^\d{19}$/.test(view.lockText) ? asMs(BigInt(view.lockText)) : null;
}
function toldOf(snapshot, { details: { told } }) {
    if (told === undefined)
        return {};
    return {
        told: {
            byJob: printedName(told.byJob),
            byVersion: oneLine(told.byVersion),
            graceUntilMs: told.graceUntilMs,
            overdue: graceLeftMs(snapshot, told) < 0,
        },
    };
}
function expiredBy(snapshot, record) {
    if (record.kind === 'hold')
        return 'max-hold';
    const ageMs = heartbeatAgeMs(snapshot, record.id);
    if (ageMs === undefined)
        return 'silence';
    const silentSinceMs = snapshot.uptimeMs - ageMs + record.ttlMs;
    return spanEndMs(snapshot, record.until) < silentSinceMs ? 'max-hold' : 'silence';
}
// ---- who waits
function status_waiting(snapshot, host, availability) {
    const statusOfWaiter = (waiter, place) => ({
        job: waiterName(waiter),
        url: linkOf(waiter.record?.details.url),
        version: waiter.version.text,
        sinceMs: asMs(waiter.arrivalNs),
        alive: place.position !== null,
        preempts: place.position !== null &&
            availability.state === 'held' &&
            mayPreempt(snapshot, waiter, availability.holder),
        legacy: waiter.record === undefined,
        asks: waiter.files.some((file) => file.host === host && !file.queued),
        ...place,
    });
    const live = waitersFor(snapshot, host);
    const holderId = snapshot.hosts.get(host)?.record?.id;
    const dead = snapshot.waiters.filter((waiter) => waiter.id !== holderId &&
        waiter.files.some((file) => file.host === host) &&
        !isWaiterAlive(snapshot, waiter));
    return [
        ...live.map((waiter, index) => {
            const next = live[index + 1];
            const rule = next && ruleAhead(claimOfWaiter(snapshot, waiter), claimOfWaiter(snapshot, next));
            return statusOfWaiter(waiter, { position: index + 1, rule: rule ?? null });
        }),
        ...dead.map((waiter) => statusOfWaiter(waiter, { position: null, rule: null })),
    ];
}
// ---- small things
function linkOf(url) {
    return url === undefined ? null : oneLine(url, LONGEST_URL);
}
function nowMs(snapshot) {
    return asMs(snapshot.wallNs);
}
/** An instant of uptime on the wall clock. */
function atWallMs(snapshot, uptimeMs) {
    return nowMs(snapshot) + uptimeMs - snapshot.uptimeMs;
}
function asMs(ns) {
    return Number(ns / 1000000n);
}
function roughly(ms) {
    return ms < 2 * 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 360_000) / 10} h`;
}

;// CONCATENATED MODULE: ./src/cli/wait-text.ts
/** What a waiting job says: who has the hosts it wants, until when, and who is ahead of it by which rule. */








const wait_text_RULES = {
    priority: 'higher priority',
    starved: 'has waited long',
    version: 'newer version',
    arrival: 'came earlier',
};
/** How many of those ahead are named. */
const NAMED = 3;
/** Lines without a prefix, the headline first. */
function waitLines(report, snapshot, waitedMs) {
    const headline = waitHeadline(report, snapshot, waitedMs);
    switch (report.because) {
        case 'settling':
            return [
                headline,
                'the lock is in place; the host counts as taken once the lock has stood long enough for every bash job to see it',
            ];
        case 'earlier-attempt':
            return [headline, ...earlierAttemptLines(report, snapshot), ...hostLines(report, snapshot)];
        case 'queue':
            return [headline, ...hostLines(report, snapshot), placeLine(report, snapshot)];
    }
}
/** The whole wait in one line of at most `columns` characters; what may be long and cut, a job's name, stands last. */
function waitHeadline(report, snapshot, waitedMs, columns = 79) {
    const names = report.hosts.map(({ host }) => host);
    const waited = waitedMs < 1000 ? 'waiting' : `waiting ${durationText(waitedMs)}`;
    const wanted = names.length === 1 ? names.join() : `${names.length} hosts`;
    switch (report.because) {
        case 'settling':
            return oneLine(`got ${settlingHosts(report)}, settling: making sure that no bash job took it as well`, columns);
        case 'earlier-attempt':
            return oneLine(`${waited} for ${wanted}: an earlier run of this job may still be alive`, columns);
        case 'queue': {
            const { hosts } = statusOf(snapshot, names);
            const [host, ...others] = hosts;
            const state = host === undefined || others.length > 0 ? countsOf(hosts) : shortState(report, snapshot, host);
            return oneLine(`${waited} for ${wanted}, ${placeText(report, snapshot)}: ${state}`, columns);
        }
    }
}
/** Who has each of the hosts, since when, and until when: a line or more for each. Of use also where nobody waits. */
function hostLines(report, snapshot) {
    return report.hosts.flatMap(({ host, availability }) => {
        const [status] = statusOf(snapshot, [host]).hosts;
        if (status === undefined)
            return [];
        const record = availability.state === 'held' ? availability.holder : undefined;
        const lines = [
            stateLine(report, snapshot, status),
            ...(record === undefined ? bashLeaveLines(status) : leaveLines(snapshot, status, record)),
        ];
        return lines.map((line) => `${host}: ${line}`);
    });
}
/** Changes exactly when there is something new to say: not with heartbeats, and not with the passing seconds. */
function waitKey(report) {
    return JSON.stringify([
        report.because,
        report.target ?? null,
        report.hosts.map(({ host, availability }) => {
            switch (availability.state) {
                case 'held': {
                    const { id, state, details } = availability.holder;
                    return [host, 'held', id, state, details.told?.byId ?? null];
                }
                case 'resting':
                    return [host, 'resting', availability.holder.id];
                case 'broken':
                    return [host, 'broken', availability.problem];
                case 'free':
                case 'bash':
                    return [host, availability.state];
            }
        }),
        report.ahead.map(({ waiter, rule }) => [waiter.id, rule]),
    ]);
}
// ---- hosts
function stateLine(report, snapshot, status) {
    const { state, holder, restsUntilMs, problem } = status;
    const now = wait_text_nowMs(snapshot);
    if (state === 'broken')
        return problem ?? 'its record cannot be read';
    if (state === 'free' || holder === null)
        return freeText(report, snapshot, status);
    const who = jobLabel(holder);
    if (state === 'resting') {
        const until = clockText(restsUntilMs ?? now, now, 'seconds');
        return `${expiredText(holder, now)}; the host rests until ${until}, in case that job is still at work there`;
    }
    if (state === 'expired')
        return `${expiredText(holder, now)}; ${freeText(report, snapshot, status)}`;
    const since = sinceText(holder, now);
    const link = holder.url === null ? '' : `: ${holder.url}`;
    if (holder.legacy)
        return `held by ${who}${since}; ${bashEndText(holder, now)}`;
    if (state === 'settling')
        return `just being taken by ${who}${link}`;
    if (state === 'on-hold') {
        const until = holder.endsAtMs === null ? '' : ` until ${clockText(holder.endsAtMs, now)}`;
        return `on hold by ${holder.job}${until}${link}`;
    }
    return `held by ${who}${since}${link}`;
}
/** What is known of the holder's leaving. */
function leaveLines(snapshot, { host, state, holder }, record) {
    if (holder === null || state === 'on-hold' || state === 'settling')
        return [];
    const now = wait_text_nowMs(snapshot);
    const lines = [];
    const preemptor = findPreemptor(snapshot, host, record);
    if (holder.told !== undefined) {
        const { byJob, byVersion, graceUntilMs, overdue } = holder.told;
        const asked = `asked to leave for ${jobLabel({ job: byJob, version: byVersion })}`;
        const until = clockText(graceUntilMs, now);
        lines.push(overdue
            ? `${asked}; it should have been gone by ${until}, ${durationText(now - graceUntilMs)} ago`
            : `${asked}; it must be gone by ${until}`);
    }
    else if (preemptor !== undefined) {
        lines.push(`${labelOf(preemptor)} asks it to leave; it will be told when it next looks`);
    }
    else if (isExempt(snapshot, host, record)) {
        const until = clockText(now + exemptUntilMs(snapshot, record) - snapshot.uptimeMs, now);
        lines.push(`it can't be asked to leave before ${until}, the end of its exempt time`);
    }
    const { keeper = false, heartbeatMs = DEFAULTS.heartbeatMs } = record.details;
    const silentMs = keeper && holder.lastSignMs !== null ? now - holder.lastSignMs : 0;
    if (silentMs >= 2 * heartbeatMs && holder.endsAtMs !== null) {
        const silent = durationText(silentMs);
        const end = clockText(holder.endsAtMs, now, 'seconds');
        lines.push(`its job has given no sign of life for ${silent}; without one its lease ends at ${end}`);
    }
    return lines;
}
/** Bash jobs look at the names of waiting files; what they make of them depends on a version that nobody else knows. */
function bashLeaveLines({ state, holder, waiting }) {
    const asker = waiting.find(({ alive, asks }) => alive && asks);
    if (state !== 'held' || holder?.legacy !== true || asker === undefined)
        return [];
    return [
        `asked to leave for ${jobLabel(asker)}; it does at its next checkpoint if its own version is lower`,
    ];
}
/** Is the exempt time all that keeps somebody from asking it to leave? */
function isExempt(snapshot, host, record) {
    return (exemptUntilMs(snapshot, record) > snapshot.uptimeMs &&
        waitersFor(snapshot, host).some((waiter) => outranks(snapshot, waiter, record)));
}
function expiredText(holder, now) {
    const who = jobLabel(holder);
    if (holder.legacy)
        return `the lock of ${who}${sinceText(holder, now)} is older than LOCK_TIMEOUT`;
    if (holder.expiredBy === 'max-hold')
        return `the lease of ${who} expired: its time was up`;
    const silent = holder.lastSignMs === null ? '' : ` for ${durationText(now - holder.lastSignMs)}`;
    return `the lease of ${who} expired: its job gave no sign of life${silent}`;
}
function bashEndText({ endsAtMs }, now) {
    return endsAtMs === null
        ? 'its lock stays until that job removes it, for the pool knows no LOCK_TIMEOUT'
        : `its lock expires at ${clockText(endsAtMs, now)} unless that job removes it before`;
}
function freeText(report, snapshot, { host }) {
    const first = firstAhead(report, snapshot, host);
    if (first === undefined) {
        return report.hosts.length === 1 ? 'free' : 'free, but not all that this job needs at the same time is';
    }
    const label = labelOf(first.waiter);
    return first.waiter.record === undefined
        ? `free, and left for a while to ${label}, which is ahead and asks once a minute`
        : `free, but ${label} is ahead`;
}
function sinceText({ sinceMs }, now) {
    return sinceMs === null ? '' : ` since ${clockText(sinceMs, now)} (${durationText(now - sinceMs)})`;
}
// ---- the headline
function shortState(report, snapshot, { host, state, holder, restsUntilMs }) {
    const now = wait_text_nowMs(snapshot);
    const { job = 'another job', version = null, sinceMs = null, told } = holder ?? {};
    const who = version === null ? job : `${version} ${job}`;
    switch (state) {
        case 'held':
        case 'quitting': {
            const held = sinceMs === null ? 'held' : `held ${durationText(now - sinceMs)}`;
            if (told === undefined)
                return `${held} by ${who}`;
            const leaves = told.overdue ? 'overdue to leave' : `leaves by ${clockText(told.graceUntilMs, now)}`;
            return `${leaves}, ${held} by ${who}`;
        }
        case 'settling':
            return `being taken by ${who}`;
        case 'on-hold':
            return `on hold by ${job}`;
        case 'resting':
            return `rests until ${clockText(restsUntilMs ?? now, now, 'seconds')} after ${who}`;
        case 'expired':
        case 'free': {
            const waiter = firstAhead(report, snapshot, host)?.waiter;
            return waiter === undefined ? 'free' : `free, but behind ${waiter.version.text} ${waiterName(waiter)}`;
        }
        case 'broken':
            return 'its record cannot be read';
    }
}
function countsOf(hosts) {
    const counts = new Map();
    for (const { state } of hosts)
        counts.set(state, (counts.get(state) ?? 0) + 1);
    return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}
/** The report does not say which of several hosts that settle are one's own. */
function settlingHosts({ hosts }) {
    const settling = hosts.flatMap(({ host, availability }) => availability.state === 'held' && availability.holder.state === 'settling'
        ? [{ host, id: availability.holder.id }]
        : []);
    const isOne = new Set(settling.map(({ id }) => id)).size === 1;
    return isOne ? settling.map(({ host }) => host).join(', ') : 'a host';
}
// ---- the queue
function placeLine(report, snapshot) {
    const ahead = sortedAhead(report, snapshot);
    if (ahead.length === 0)
        return `${placeText(report, snapshot)}: nobody is ahead`;
    const named = ahead
        .slice(0, NAMED)
        .map(({ waiter, rule }) => `${waiterName(waiter)} (${waiter.version.text}, ${wait_text_RULES[rule]})`);
    const more = ahead.length > NAMED ? ` and ${ahead.length - NAMED} more` : '';
    return `${placeText(report, snapshot)}, behind ${named.join(', ')}${more}`;
}
/** Among all that want any of the hosts. */
function placeText(report, snapshot) {
    const place = report.ahead.length + 1;
    const all = new Set(report.hosts.flatMap(({ host }) => waitersFor(snapshot, host).map(({ id }) => id)));
    return `place ${place} of ${Math.max(place, all.size)}`;
}
function sortedAhead({ ahead }, snapshot) {
    return [...ahead].sort((a, b) => compareClaims(claimOfWaiter(snapshot, a.waiter), claimOfWaiter(snapshot, b.waiter)));
}
function firstAhead(report, snapshot, host) {
    return sortedAhead(report, snapshot).find(({ waiter }) => waiter.files.some((file) => file.host === host));
}
function labelOf(waiter) {
    return jobLabel({ job: waiterName(waiter), version: waiter.version.text });
}
// ---- an earlier attempt
function earlierAttemptLines(report, snapshot) {
    const held = report.hosts.flatMap(({ availability }) => availability.state === 'held' ? [availability.holder] : []);
    const [holder, ...others] = held;
    const isOne = holder !== undefined && others.length === 0;
    const inMs = isOne ? silentAtMs(snapshot, holder) - snapshot.uptimeMs : undefined;
    const when = inMs === undefined || !(inMs > 0) ? '' : `, in ${durationText(inMs)} at the earliest`;
    return [
        `an earlier run of this job still holds ${isOne ? 'it' : 'one of them'}; this run takes over once that one is silent${when}`,
    ];
}
function wait_text_nowMs(snapshot) {
    return Number(snapshot.wallNs / 1000000n);
}

;// CONCATENATED MODULE: ./src/cli/say.ts
/** What people read: lines on stderr, each behind a prefix, so that nothing of another job's can pass for a line of its own. */



/** How often a log repeats what has not changed. */
const REPEAT_MS = 120_000;
/** How often a terminal's live line is told anew, for the seconds on it. */
const TICK_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';
function sayTo(output, now) {
    let ticking;
    let lastKey = '';
    let lastAtMs = -Infinity;
    const endLive = () => {
        if (ticking === undefined)
            return;
        clearInterval(ticking);
        ticking = undefined;
        output.write(CLEAR_LINE);
    };
    const line = (text) => {
        endLive();
        output.write(`giveway: ${text}\n`);
    };
    const live = ({ report, snapshot, waitedMs }) => {
        const startedAtMs = now();
        const tell = () => {
            const passedMs = now() - startedAtMs;
            const later = laterBy(snapshot, passedMs);
            const headline = waitHeadline(report, later, waitedMs + passedMs, Math.max(20, output.columns() - 1));
            output.write(`${CLEAR_LINE}${headline}`);
        };
        clearInterval(ticking);
        ticking = setInterval(tell, TICK_MS);
        tell();
    };
    const waiting = (event) => {
        const { report, snapshot, waitedMs } = event;
        const key = waitKey(report);
        const isNew = key !== lastKey;
        if (isNew || (!output.isTerminal && now() - lastAtMs >= REPEAT_MS)) {
            lastKey = key;
            lastAtMs = now();
            for (const text of waitLines(report, snapshot, waitedMs))
                line(text);
        }
        if (output.isTerminal)
            live(event);
    };
    return {
        line,
        done: endLive,
        event(event) {
            switch (event.type) {
                case 'waiting':
                    waiting(event);
                    return;
                case 'told': {
                    const { byJob, byVersion, graceUntilMs } = event.told;
                    const until = clockText(graceUntilMs, Date.now());
                    line(`asked to leave by ${until}: ${oneLine(byJob)} (${oneLine(byVersion)}) waits for this host`);
                    return;
                }
                case 'retrying':
                    line(`${oneLine(event.error.message, 500)}; trying again in ${durationText(event.inMs)}`);
                    return;
                case 'lock-put-back':
                    line(`warning: the lock of ${event.hosts.join(', ')} had been removed by somebody; it is back`);
                    return;
                case 'left-behind':
                    line(`warning: what this job may have left in the pool goes when it expires: ${oneLine(event.error.message, 500)}`);
                    return;
            }
        },
    };
}
/** The same files, seen so much later. */
function laterBy(snapshot, ms) {
    return {
        ...snapshot,
        uptimeMs: snapshot.uptimeMs + ms,
        wallNs: snapshot.wallNs + BigInt(Math.round(ms)) * 1000000n,
    };
}

;// CONCATENATED MODULE: ./src/cli/status-text.ts


const HEADERS = ['Host', 'State', 'Holder', 'Version', 'Since', 'Waiting'];
const STATE = 1;
const HOLDER = 2;
const WAITING = 5;
const GAP = '  ';
const LONGEST_VERSION = 12;
const LEAST_ROOM = { holder: 12, waiting: 24 };
/** The table that `status` prints, without a newline at its end; below it, what is wrong with broken records. */
function statusTable(status, { nowMs, colours, columns = 100 }) {
    if (status.hosts.length === 0)
        return 'Nobody has used this pool yet.';
    const linesFor = (room) => [
        HEADERS,
        ...status.hosts.map((host) => rowOf(host, nowMs, room)),
    ];
    const room = roomIn(columns, widthsOf(linesFor({ holder: Infinity, waiting: Infinity })));
    const lines = linesFor(room);
    const widths = widthsOf(lines);
    const table = lines.map((cells, line) => cells
        .map((cell, column) => {
        const padding = column === WAITING ? '' : ' '.repeat((widths[column] ?? 0) - lengthOf(cell));
        return (colours ? painted(cell, colourOf(column, status.hosts[line - 1])) : cell) + padding;
    })
        .join(GAP)
        .trimEnd());
    const problems = status.hosts.flatMap(({ host, problem }) => problem === undefined ? [] : [`${host}: ${problem}`]);
    return [...table, ...problems].join('\n');
}
function rowOf(host, nowMs, room) {
    const { holder } = host;
    return [
        host.host,
        stateText(host, nowMs),
        holder === null ? '-' : oneLine(holder.job, room.holder),
        holder?.version ? oneLine(holder.version, LONGEST_VERSION) : '-',
        status_text_sinceText(holder, nowMs),
        waitingText(host.waiting, room.waiting),
    ];
}
function widthsOf(lines) {
    return HEADERS.map((_, column) => Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))));
}
/** What the other columns leave, shared out: neither gets more than it can use while the other lacks it. */
function roomIn(columns, natural) {
    const [holder = 0, waiting = 0] = [natural[HOLDER], natural[WAITING]];
    const all = natural.reduce((sum, width) => sum + width, GAP.length * (natural.length - 1));
    const left = columns - (all - holder - waiting);
    const half = Math.min(Math.floor(left / 2), left - LEAST_ROOM.waiting);
    const forHolder = Math.min(holder, Math.max(LEAST_ROOM.holder, half, left - waiting));
    return { holder: forHolder, waiting: Math.max(LEAST_ROOM.waiting, left - forHolder) };
}
const COLOURS = {
    free: '32',
    held: '33',
    settling: '33',
    quitting: '35',
    expired: '31',
    resting: '36',
    'on-hold': '34',
    broken: '31',
};
/** The headers have no host. */
function colourOf(column, host) {
    if (host === undefined)
        return '1';
    return column === STATE ? COLOURS[host.state] : undefined;
}
function painted(cell, colour) {
    return colour === undefined ? cell : `\u001b[${colour}m${cell}\u001b[0m`;
}
/** With the time that is left, where it ends by itself. */
function stateText({ state, holder, restsUntilMs }, nowMs) {
    if (holder?.told !== undefined && state === 'quitting') {
        const { overdue, graceUntilMs } = holder.told;
        return overdue ? 'quitting (overdue)' : `quitting ${durationText(graceUntilMs - nowMs)}`;
    }
    if (holder?.unaware === true)
        return `${state} (unaware)`;
    if (restsUntilMs !== undefined)
        return `${state} ${durationText(restsUntilMs - nowMs)}`;
    return state;
}
function status_text_sinceText(holder, nowMs) {
    const { sinceMs = null } = holder ?? {};
    return sinceMs === null ? '-' : `${clockText(sinceMs, nowMs)} (${durationText(nowMs - sinceMs)})`;
}
/** `4.22 my-job (asked), +2`: of the first waiter its job's name is cut, and nothing else. */
function waitingText(waiting, width) {
    const [first, ...others] = waiting.filter(({ alive }) => alive);
    const dead = waiting.filter(({ alive }) => !alive).length;
    const deadText = dead === 0 ? '' : `${dead} dead`;
    if (first === undefined)
        return deadText === '' ? '-' : deadText;
    const version = oneLine(first.version, LONGEST_VERSION);
    const behind = [
        first.asks ? ' (asked)' : '',
        others.length === 0 ? '' : `, +${others.length}`,
        deadText === '' ? '' : `, ${deadText}`,
    ].join('');
    const room = Math.max(4, width - lengthOf(version) - 1 - lengthOf(behind));
    return `${version} ${oneLine(first.job, room)}${behind}`;
}
/** What `status --json` prints: one line, without a newline at its end. */
function statusJson(status, pool) {
    return JSON.stringify({ pool, now: isoText(status.nowMs), hosts: status.hosts.map(hostJson) });
}
function hostJson({ host, state, holder, restsUntilMs, problem, waiting }) {
    return {
        host,
        state,
        holder: holder === null ? null : holderJson(holder),
        ...(restsUntilMs === undefined ? {} : { restsUntil: isoText(restsUntilMs) }),
        ...(problem === undefined ? {} : { problem }),
        waiting: waiting.map(waiterJson),
    };
}
function holderJson({ sinceMs, endsAtMs, lastSignMs, told, ...holder }) {
    const { job, url, version, fencingToken, legacy, ...more } = holder;
    return {
        job,
        url,
        version,
        since: orNull(sinceMs),
        fencingToken,
        legacy,
        endsAt: orNull(endsAtMs),
        lastSign: orNull(lastSignMs),
        ...more,
        ...(told === undefined ? {} : { told: status_text_toldJson(told) }),
    };
}
function status_text_toldJson({ graceUntilMs, overdue, ...told }) {
    return { ...told, graceUntil: isoText(graceUntilMs), overdue };
}
function waiterJson({ sinceMs, job, url, version, position, ...more }) {
    return { job, url, version, since: isoText(sinceMs), position, ...more };
}
function orNull(epochMs) {
    return epochMs === null ? null : isoText(epochMs);
}

;// CONCATENATED MODULE: ./src/cli/status-command.ts











/** `giveway status`: who holds what, and who waits. */
async function statusCommand(session, { given }, problems) {
    const { env } = session;
    const read = readInputs(COMMANDS.status.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = withProwAliases(env, ['pool'], read);
    failOn(problems, inputProblems, missing([NEEDS_POOL], { values: inputs, problems: inputProblems }));
    return withPool(session, inputs, async (context) => {
        const snapshot = await look(context, patience(context));
        show(session, context, snapshot, inputs);
        if (inputs.watch === true)
            return watch(session, context, snapshot, inputs);
        return inputs.check === true ? check(session, snapshot, inputs) : EXIT.done;
    });
}
const WATCH_MS = 1000;
/** Shows it again whenever it changes; a signal, or the end of its reader, is how it ends, and no failure. */
async function watch(session, context, first, inputs) {
    const ending = new AbortController();
    const onUnread = () => ending.abort(session.unread.reason);
    const onInterrupt = () => ending.abort(context.signal.reason);
    session.unread.addEventListener('abort', onUnread, { once: true });
    context.signal.addEventListener('abort', onInterrupt, { once: true });
    if (session.unread.aborted)
        onUnread();
    if (context.signal.aborted)
        onInterrupt();
    const watched = { ...context, signal: ending.signal };
    const failing = patience(watched);
    try {
        for (let snapshot = first;;) {
            // a minute at most: how long somebody has held or waited changes by itself
            const untilUptimeMs = snapshot.uptimeMs + 60_000;
            await context.pool.watch(snapshot, { everyMs: WATCH_MS, untilUptimeMs }, ending.signal);
            snapshot = await look(watched, failing);
            show(session, context, snapshot, inputs);
        }
    }
    catch (error) {
        if (error instanceof Interrupted || error instanceof Unread)
            return EXIT.done;
        throw error;
    }
}
function show(session, { pool }, snapshot, inputs) {
    const status = statusOf(snapshot, inputs.host === undefined ? undefined : hostsOf(inputs.host));
    if (inputs.json === true) {
        session.print(`${statusJson(status, pool.name)}\n`);
        return;
    }
    const clear = inputs.watch === true && session.isTerminal ? '\u001b[H\u001b[2J' : '';
    const colours = session.isTerminal && session.env['NO_COLOR'] === undefined;
    session.print(`${clear}${statusTable(status, { nowMs: status.nowMs, colours })}\n`);
}
function check({ say }, snapshot, inputs) {
    const status = statusOf(snapshot, inputs.host === undefined ? undefined : hostsOf(inputs.host));
    const maxHeldMs = inputs['max-held'];
    const found = statusProblems(status, maxHeldMs === undefined ? {} : { maxHeldMs });
    for (const problem of found)
        say.line(problem);
    return found.length > 0 ? EXIT.needsAttention : EXIT.done;
}

;// CONCATENATED MODULE: ./src/cli/main.ts
/** One call of the command line, from its arguments to its exit code. */



















const RUNNERS = {
    run: runCommand,
    acquire: acquireCommand,
    'check-quit': checkQuitCommand,
    release: releaseCommand,
    status: statusCommand,
    init: initCommand,
    demo: demoCommand,
};
/** Runs `giveway` with these arguments; resolves with the exit code. */
async function main(argv) {
    const { stderr, stdout } = process;
    // whoever read them may be gone (`giveway … | head`): that ends neither a lease nor its clean-up
    const unread = new AbortController();
    stdout.on('error', () => unread.abort(new Unread()));
    stderr.on('error', () => undefined);
    const line = parseCommandLine(argv);
    if (line.kind === 'text') {
        (line.isError ? stderr : stdout).write(line.text);
        return line.isError ? EXIT.usage : EXIT.done;
    }
    const output = {
        write: (text) => void stderr.write(text),
        isTerminal: stderr.isTTY,
        // a window changes its size, and a pseudo-terminal may have none
        columns: () => stderr.columns || 80,
    };
    const say = sayTo(output, () => performance.now());
    const interrupts = catchInterrupts(process.env);
    const session = {
        env: process.env,
        print: (text) => void stdout.write(text),
        say,
        interrupts,
        isTerminal: stdout.isTTY,
        unread: unread.signal,
    };
    try {
        return await RUNNERS[line.name](session, line, line.problems, line.command);
    }
    catch (error) {
        say.done();
        return reportError(say, line.name, error);
    }
    finally {
        interrupts.end();
    }
}
/** One table from what went wrong to what people read and what the exit code is. */
function reportError(say, name, error) {
    if (error instanceof UsageError) {
        for (const problem of error.problems)
            say.line(describeProblem(problem));
        say.line(`giveway ${name} --help tells more`);
        return EXIT.usage;
    }
    if (error instanceof LeaseFileError) {
        say.line(oneLine(error.message, 500));
        return EXIT.usage;
    }
    if (error instanceof Interrupted) {
        say.line(error.message);
        return exitCodeOf({ code: null, signal: error.signalName });
    }
    if ((0,pool_pool/* isPoolError */.XG)(error)) {
        say.line(oneLine(error.message, 1000));
        return error instanceof pool_pool/* PoolUnavailable */.pP && error.reason === 'input' ? EXIT.usage : EXIT.poolUnavailable;
    }
    say.line(`a fault of giveway itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return EXIT.fault;
}

;// CONCATENATED MODULE: ./src/cli/index.ts


// Node's own code for this is 1, which has a meaning here.
process.on('uncaughtException', (error) => {
    console.error(`giveway: a fault of giveway itself: ${error.stack ?? error.message}`);
    process.exit(EXIT.fault);
});
void main(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
});

})();

module.exports = __webpack_exports__;
/******/ })()
;