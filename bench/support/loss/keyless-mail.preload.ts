/**
 * Loaded by the worker before anything else. Every tool of the product has a receiver that knows keys: here mail counts as
 * one that has none, so that what becomes of such a call can be seen in the mail catcher.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Tools = typeof import('../../../contracts/src/tools.ts')

// What the compiled worker loads, too: the same module, and so the same list.
const compiled = pathToFileURL(join(import.meta.dirname, '../../../contracts/dist/tools.js')).href
const { BUILTIN_TOOLS }: Tools = await import(compiled)
for (const tool of BUILTIN_TOOLS) if (tool.id === 'email.send') Object.assign(tool, { honours_key: false })
