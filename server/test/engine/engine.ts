import { pino } from 'pino'
import { renderQueued } from '../../src/areas/auth/mails/render-queued.ts'
import { withInboxMails } from '../../src/areas/inbox/mails/render-inbox-mail.ts'
import { createKeepConnectionActivities } from '../../src/areas/instances/connections/keep-connection.activities.ts'
import { createCallTool } from '../../src/areas/instances/engine/call-tool.ts'
import { createChildren } from '../../src/areas/instances/engine/children.ts'
import {
  createKeepInstanceActivities,
  restOnTurnError,
} from '../../src/areas/instances/engine/keep-instance.activities.ts'
import { withBudgetNotices } from '../../src/areas/instances/outside-mail/render-notice.ts'
import { withOverrideNotices } from '../../src/areas/instances/override/render-notice.ts'
import type { Tools } from '../../src/areas/instances/tools/tool.ts'
import type { Context } from '../../src/core/context.ts'
import { createRelayPool } from '../../src/core/db/in-relay.ts'
import { createPools } from '../../src/core/db/pools.ts'
import { createSendMailActivities } from '../../src/core/jobs/send-mail.activities.ts'
import type { LiveMessage } from '../../src/core/live/live-message.ts'
import { createMailer } from '../../src/core/mail/mailer.ts'
import { createDispatch } from '../../src/core/outbox/dispatch.ts'
import { createSend } from '../../src/core/outbox/envelope.ts'
import { createRelay } from '../../src/core/outbox/relay.ts'
import { createTemporal } from '../../src/core/temporal/client.ts'
import { createWorkerRunner } from '../../src/core/temporal/run-worker.ts'
import { createTestContext } from '../context.ts'
import { createTestDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { workflowBundle } from '../workflow-bundle.ts'

type Frame = Extract<LiveMessage, { kind: 'live' }>['frames'][number]

/** What open pages are told, kept to be looked at. */
function createPages() {
  const frames: Frame[] = []
  const waiting = new Map<string, () => void>()
  const publish = (message: LiveMessage) => {
    if (message.kind !== 'live') return
    frames.push(...message.frames)
    for (const { id } of message.frames) waiting.get(id)?.()
  }
  /** Resolves when pages are told of this, or after a while. */
  const changed = (id: string, within: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, within)
      waiting.set(id, () => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve()
      })
    })
  return { frames: () => frames, publish, changed }
}

/** The real engine on a database of its own: worker and relay in this process, with tools of the test's choosing. */
export async function startEngine(toolsFor: (ctx: Context) => Tools = () => ({}), more: NodeJS.ProcessEnv = {}) {
  const database = await createTestDatabase()
  const made = createTestContext(database.name, more)
  const { config, keyring } = made.ctx
  const log = pino({ level: process.env.ENGINE_LOG ?? 'silent' })
  const temporal = createTemporal(config, keyring)
  const mailer = createMailer(config)
  const dispatcher = createDispatch({ pools: made.ctx.pools, send: createSend(temporal), log })
  const pages = createPages()
  const ctx: Context = { ...made.ctx, log, dispatch: dispatcher.dispatch, publish: pages.publish }
  const relayPool = createRelayPool(config, () => undefined)
  const relay = createRelay(relayPool, createSend(temporal), log)
  // Only the worker's role may say what was done outside.
  const workerPools = createPools(config, 'worker', () => undefined)
  const workerCtx: Context = { ...ctx, pools: workerPools }
  const children = createChildren(workerCtx)
  const startWorking = async () => {
    const runner = createWorkerRunner({
      config,
      keyring,
      log,
      code: { bundle: await workflowBundle() },
      calls: { callTool: restOnTurnError(createCallTool(workerCtx, toolsFor(workerCtx))) },
      activities: {
        ...createKeepConnectionActivities(workerCtx),
        ...createSendMailActivities(
          workerCtx,
          mailer,
          withInboxMails(withBudgetNotices(withOverrideNotices(renderQueued))),
        ),
        ...createKeepInstanceActivities({
          ctx: workerCtx,
          startChild: children.start,
          stopChild: children.stop,
        }),
      },
    })
    runner.run()
    await eventually(async () => {
      if (!runner.running()) throw new Error('the worker did not come up')
    }, 60_000)
    return runner
  }
  let runner = await startWorking()
  relay.run()
  return {
    ctx,
    workerCtx,
    config,
    temporal,
    database,
    /** What open pages were told. */
    frames: pages.frames,
    changed: pages.changed,
    stopWorker: () => runner.stop(),
    restartWorker: async () => {
      runner = await startWorking()
    },
    stop: async () => {
      await relay.stop()
      await runner.stop()
      await dispatcher.drain()
      mailer.close()
      await Promise.all([ctx.pools.end(), workerPools.end(), relayPool.end(), temporal.close()])
      await database.drop()
    },
  }
}

export type Engine = Awaited<ReturnType<typeof startEngine>>
