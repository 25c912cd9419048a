import { extname, join } from 'node:path'
import type { BundleOptions } from '@temporalio/worker'

const extension = extname(import.meta.filename)

export const traceInterceptorsModule = join(import.meta.dirname, `trace.workflow-interceptors${extension}`)

/** Run from source, our packages are taken from their sources too. */
export const bundleFromSource: NonNullable<BundleOptions['webpackConfigHook']> = (config) =>
  extension === '.ts' ? { ...config, resolve: { ...config.resolve, conditionNames: ['source', '...'] } } : config

export type Code = { bundle: string } | { module: string }
