/**
 * Preloaded into the processes of node:test: the assertions of Node stay as they are. Code under test that overwrites
 * one, so that every test passes, gets an error in strict code and is not heard otherwise.
 */
import assert from 'node:assert';

for (const assertions of [assert, assert.strict]) Object.freeze(assertions);
