/**
 * Records one history of each kind of run for the replay test: `pnpm bench histories [kind]`. Recorded anew only where
 * the workflow is changed on purpose in a way that old histories cannot follow; what runs then has to be begun anew.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { workflowIdOf } from '../server/src/areas/instances/engine/address.ts'
import { createPayloadCodec } from '../server/src/core/keys/payload-codec.ts'
import { startEngine } from '../server/test/engine/engine.ts'
import { makeFirm } from '../server/test/engine/firm.ts'
import { plainHistory } from '../server/test/engine/plain-history.ts'
import { scenarios, scenarioTools } from '../server/test/engine/scenarios.ts'

const [only] = process.argv.slice(2)
const FOLDER = new URL('../server/test/histories/', import.meta.url)
const engine = await startEngine(() => scenarioTools)
const codec = createPayloadCodec(engine.ctx.keyring)
try {
  mkdirSync(FOLDER, { recursive: true })
  const firm = await makeFirm(engine.ctx)
  for (const [name, run] of Object.entries(scenarios)) {
    if (only && only !== name) continue
    const workflowId = workflowIdOf(firm.tenant.tenantId, await run(firm))
    const handle = engine.temporal.client.workflow.getHandle(workflowId)
    await handle.result()
    const history = await plainHistory(codec, await handle.fetchHistory())
    writeFileSync(new URL(`${name}.json`, FOLDER), `${history}\n`)
    process.stdout.write(`${name}\n`)
  }
} finally {
  await engine.stop()
}
