import {
  createProcessingActivities,
  createReadingActivities,
} from '../src/areas/documents/processing/process-document.activities.ts'
import type { Config } from '../src/core/config.ts'
import { createRuntime } from '../src/core/runtime.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import { createWorkerRunner } from '../src/core/temporal/run-worker.ts'
import { eventually } from './eventually.ts'
import { workflowBundle } from './workflow-bundle.ts'

/**
 * What the product's worker does with files, as its role and by its workflows, in this process: a process of its own takes
 * ten times as long to start. Nothing is left for a relay while the engine is there.
 */
export async function startFilesWorker(config: Config): Promise<{ stop: () => Promise<void> }> {
  const { ctx, closing } = createRuntime(config, 'worker')
  const storage = createStorage(config)
  const runner = createWorkerRunner({
    config,
    keyring: ctx.keyring,
    log: ctx.log,
    code: { bundle: await workflowBundle() },
    activities: createProcessingActivities(ctx, storage),
    reading: createReadingActivities(ctx, storage),
  })
  runner.run()
  await eventually(() => {
    if (!runner.running()) throw new Error('the worker did not come up')
  }, 60_000)
  return {
    stop: async () => {
      await runner.stop()
      storage.close()
      for (const [, step] of closing) await step()
    },
  }
}
