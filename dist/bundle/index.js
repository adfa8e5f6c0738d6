/******/ (() => { // webpackBootstrap
/******/ 	"use strict";
/******/ 	var __webpack_modules__ = ({

/***/ 2613:
/***/ ((module) => {

module.exports = require("assert");

/***/ }),

/***/ 181:
/***/ ((module) => {

module.exports = require("buffer");

/***/ }),

/***/ 5317:
/***/ ((module) => {

module.exports = require("child_process");

/***/ }),

/***/ 6982:
/***/ ((module) => {

module.exports = require("crypto");

/***/ }),

/***/ 2250:
/***/ ((module) => {

module.exports = require("dns");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = require("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = require("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = require("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = require("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = require("net");

/***/ }),

/***/ 1421:
/***/ ((module) => {

module.exports = require("node:child_process");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = require("node:crypto");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = require("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

module.exports = require("node:fs");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = require("node:net");

/***/ }),

/***/ 8161:
/***/ ((module) => {

module.exports = require("node:os");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = require("node:path");

/***/ }),

/***/ 1708:
/***/ ((module) => {

module.exports = require("node:process");

/***/ }),

/***/ 481:
/***/ ((module) => {

module.exports = require("node:readline");

/***/ }),

/***/ 8321:
/***/ ((module) => {

module.exports = require("node:stream/consumers");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = require("node:timers/promises");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = require("node:util");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = require("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = require("path");

/***/ }),

/***/ 2203:
/***/ ((module) => {

module.exports = require("stream");

/***/ }),

/***/ 5574:
/***/ ((module) => {

module.exports = require("string_decoder");

/***/ }),

/***/ 3557:
/***/ ((module) => {

module.exports = require("timers");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = require("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = require("util");

/***/ }),

/***/ 3106:
/***/ ((module) => {

module.exports = require("zlib");

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
__nccwpck_require__.r(__webpack_exports__);
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   acquire: () => (/* binding */ acquire),
/* harmony export */   acquirePost: () => (/* binding */ acquirePost),
/* harmony export */   checkQuit: () => (/* binding */ checkQuit),
/* harmony export */   cli: () => (/* binding */ cli),
/* harmony export */   composite: () => (/* binding */ composite),
/* harmony export */   keeper: () => (/* binding */ keeper),
/* harmony export */   release: () => (/* binding */ release),
/* harmony export */   releasePost: () => (/* binding */ releasePost),
/* harmony export */   run: () => (/* binding */ run),
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/** What dist is made of: one bundle. Each entry of dist calls one of these, which loads what it needs. */
/** The command line. */
async function cli() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(696), __nccwpck_require__.e(190), __nccwpck_require__.e(267)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9267))).start();
}
// ---- the steps of the GitHub actions
async function acquire() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(850), __nccwpck_require__.e(542)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9627))).acquire();
}
async function acquirePost() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(217), __nccwpck_require__.e(918)]).then(__nccwpck_require__.bind(__nccwpck_require__, 3436))).acquirePost();
}
async function checkQuit() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(79)]).then(__nccwpck_require__.bind(__nccwpck_require__, 1079))).checkQuit();
}
async function release() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(217), __nccwpck_require__.e(302)]).then(__nccwpck_require__.bind(__nccwpck_require__, 378))).release();
}
async function releasePost() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(217), __nccwpck_require__.e(302)]).then(__nccwpck_require__.bind(__nccwpck_require__, 378))).releasePost();
}
async function run() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(850), __nccwpck_require__.e(217), __nccwpck_require__.e(549), __nccwpck_require__.e(74)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2074))).run();
}
async function runPost() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(850), __nccwpck_require__.e(217), __nccwpck_require__.e(549), __nccwpck_require__.e(74)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2074))).runPost();
}
async function composite() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(838), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(850), __nccwpck_require__.e(549), __nccwpck_require__.e(754)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6560))).composite();
}
/** The process that acquire starts. */
async function keeper() {
    await (await Promise.all(/* import() */[__nccwpck_require__.e(384), __nccwpck_require__.e(270), __nccwpck_require__.e(190), __nccwpck_require__.e(765)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8765))).keeper();
}

module.exports = __webpack_exports__;
/******/ })()
;