import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  bundleWorkflowCode,
  DefaultLogger,
  type NativeConnection,
  type WorkerDeploymentOptions,
} from '@temporalio/worker'
import { failureConverterPath } from '../keys/payload-codec.ts'
import { bundleFromSource, traceInterceptorsModule } from './workflow-code.ts'

const TRIES = 20
const PAUSE = 500

export type Code = { bundle: string } | { module: string }

export async function textOf(code: Code): Promise<string> {
  if ('bundle' in code) return readFile(code.bundle, 'utf8')
  const bundled = await bundleWorkflowCode({
    workflowsPath: code.module,
    workflowInterceptorModules: [traceInterceptorsModule],
    failureConverterPath,
    webpackConfigHook: bundleFromSource,
    logger: new DefaultLogger('WARN'),
  })
  return bundled.code
}

/**
 * Whatever runs inside the engine stays with the build it began with, and moves to the newest when it is continued as
 * new. A build is the code that replays: a release that does not change it is the same build.
 */
export async function deploymentOf(deploymentName: string, code: Code) {
  const text = await textOf(code)
  const buildId = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const options: WorkerDeploymentOptions = {
    version: { deploymentName, buildId },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'PINNED',
  }
  return { text, options, buildId, deploymentName }
}

/** New work begins with this build from now on. The engine knows it once a worker has asked for work. */
export async function makeCurrent(
  { workflowService }: NativeConnection,
  namespace: string,
  { deploymentName, buildId }: { deploymentName: string; buildId: string },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await workflowService.setWorkerDeploymentCurrentVersion({
        namespace,
        deploymentName,
        buildId,
        ignoreMissingTaskQueues: true,
      })
      return
    } catch (error) {
      if (tries === TRIES) throw error
    }
    await sleep(PAUSE)
  }
}
