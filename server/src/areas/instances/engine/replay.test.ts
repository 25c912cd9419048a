import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { expect, test } from 'vitest'
import { failureConverterPath } from '../../../core/keys/payload-codec.ts'
import { bundleFromSource } from '../../../core/temporal/workflow-code.ts'

Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } })

const FOLDER = new URL('../../../../test/histories/', import.meta.url)
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))

function* recorded() {
  for (const name of NAMES)
    yield { workflowId: name, history: historyFromJSON(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))) }
}

/** Which histories the workflow in this module can follow. */
async function replay(module: string): Promise<{ followed: string[]; lost: string[] }> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(module, import.meta.url)),
    webpackConfigHook: bundleFromSource,
    logger: new DefaultLogger('ERROR'),
  })
  const [followed, lost]: [string[], string[]] = [[], []]
  const options = { workflowBundle: { code }, dataConverter: { failureConverterPath }, replayName: module }
  for await (const { workflowId, error } of Worker.runReplayHistories(options, recorded()))
    (error ? lost : followed).push(workflowId)
  return { followed, lost }
}

test('every recorded history is followed by the workflow as it is now', { timeout: 60_000 }, async () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(9)
  expect(await replay('./keep-instance.workflow.ts')).toEqual({ followed: NAMES, lost: [] })
})

test('a change that running instances could not follow is found', { timeout: 60_000 }, async () => {
  const { lost } = await replay('../../../../test/engine/changed.workflow.ts')
  expect(lost).toEqual(NAMES)
})
