import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'
import { failureConverterPath } from '../core/keys/payload-codec.ts'
import { bundleFromSource, traceInterceptorsModule } from '../core/temporal/workflow-code.ts'

/** Run after compiling: the worker then starts without a bundler. */
const { code } = await bundleWorkflowCode({
  workflowsPath: join(import.meta.dirname, `workflows${extname(import.meta.filename)}`),
  workflowInterceptorModules: [traceInterceptorsModule],
  failureConverterPath,
  webpackConfigHook: bundleFromSource,
  logger: new DefaultLogger('WARN'),
})
await writeFile(join(import.meta.dirname, '../workflow-bundle.js'), code)
