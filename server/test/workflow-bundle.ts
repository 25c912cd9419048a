import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleWorkflows } from '../src/core/temporal/bundle-workflows.ts'

/** It is named by its content: other processes write the same. */
async function build(): Promise<string> {
  const text = await bundleWorkflows(join(import.meta.dirname, '../src/main/workflows.ts'))
  const path = join(tmpdir(), `workflows-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`)
  await writeFile(`${path}.${process.pid}`, text)
  await rename(`${path}.${process.pid}`, path)
  return path
}

let bundle: Promise<string> | undefined

/** All workflows, built once for all workers that this process starts: building takes longer than most tests. */
export function workflowBundle(): Promise<string> {
  bundle ??= build()
  return bundle
}
