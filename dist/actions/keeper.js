#!/usr/bin/env node
require("../bundle/index.js").keeper();
