import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { bundleWorkflows } from '../core/temporal/bundle-workflows.ts'

/** Run after compiling: the worker then starts without a bundler. */
const code = await bundleWorkflows(join(import.meta.dirname, `workflows${extname(import.meta.filename)}`))
await writeFile(join(import.meta.dirname, '../workflow-bundle.js'), code)
