'use strict';

// A run of minutes writes what it is doing as it goes; jest's own console keeps that back until the file is over.
globalThis.console = require('node:console');
