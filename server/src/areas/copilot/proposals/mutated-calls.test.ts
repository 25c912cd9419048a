import { draftByCopilot } from '@throughline/contracts/copilot'
import { chooseModel, connectModel } from '@throughline/contracts/models'
import { validate } from '@throughline/flow/compile'
import { applyEdits } from '@throughline/flow/edit'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../../test/api.ts'
import { watchChanges } from '../../../../test/changes.ts'
import { startModelServer } from '../../../../test/model-server.ts'
import { askingFor, DRAFT } from '../../../../test/stack/model/mutated-answers.ts'
import { startWorkerAlone } from '../../../../test/worker.ts'
import { make } from '../../../../test/workflow-acts.ts'
import { createWorld } from '../../../../test/world.ts'

const SEED = Number(process.env.COPILOT_SEED ?? Date.now() % 1_000_000_000)
const ANSWERS = 30
process.stdout.write(`Mutated answers begin at ${SEED}; COPILOT_SEED=${SEED} plays them again.\n`)

/** All that an answer could ask to be done. The worker beside has its own work, such as the search’s. */
// biome-ignore format: one after the other
const WRITTEN = [
  'workflows', 'workflow_drafts', 'workflow_versions', 'workflow_access', 'templates', 'instances', 'tasks',
  'tools', 'integrations', 'integration_secrets', 'members', 'comments', 'documents', 'audit_pending', 'outbox',
]

const model = await startModelServer()
const api = await createTestApi()
const { actors } = await createWorld(api)
const changes = await watchChanges(api.database, WRITTEN)
const worker = await startWorkerAlone(api.database, { TOOLS_TRUSTED_ORIGINS: model.origin })
afterAll(async () => {
  await worker.stop()
  await changes.close()
  await model.stop()
  await api.close()
})

test(`${ANSWERS} mutated answers on the way from a model server to the page are changes that fit, or the rules’`, async () => {
  const { client } = actors.manager
  const { data } = await client(connectModel, {
    body: { name: 'draft-small-mutated', address: model.url, key: model.key },
  })
  await client(chooseModel, { body: { model_id: data.id } })
  const workflow = await make(client, { start_step: DRAFT.start_step, steps: DRAFT.steps, publish: false })
  await changes.since()
  const drafters = { model: 0, rules: 0 }
  for (let n = SEED; n < SEED + ANSWERS; n++) {
    // Each person may ask a model so often a minute.
    const asks = n % 2 === 0 ? client : actors.owner.client
    const made = await asks(draftByCopilot, { body: { query: askingFor(n), workflow_id: workflow.id } })
    if (!('diff' in made)) throw new Error('this is a draft, no changes')
    drafters[made.drafter]++
    const whole = applyEdits(
      DRAFT,
      made.diff.flatMap(({ edits }) => edits),
    )
    if (!('doc' in whole)) throw new Error(`answer ${n} does not fit`)
    expect(validate(whole.doc).filter(({ level }) => level === 'E')).toEqual([])
    expect(await changes.since()).toEqual([])
  }
  // Both are met: what can be used is used, and the rest is not.
  expect(drafters.model).toBeGreaterThan(0)
  expect(drafters.rules).toBeGreaterThan(0)
})
