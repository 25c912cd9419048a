import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'
import { failureConverterPath } from '../keys/payload-codec.ts'
import { bundleFromSource, traceInterceptorsModule } from './workflow-code.ts'

/** The text of all workflows of a module, so that a worker starts without a bundler. */
export async function bundleWorkflows(workflowsPath: string): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [traceInterceptorsModule],
    failureConverterPath,
    webpackConfigHook: bundleFromSource,
    logger: new DefaultLogger('WARN'),
  })
  return code
}
