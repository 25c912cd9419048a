import { lazyRouteComponent as lazily } from '@tanstack/react-router'
import { serverVersion } from './new-version.ts'

/**
 * The router reloads the document when a part of it cannot be fetched. That helps where a newer version has replaced
 * the part; without a server it would leave the application for the browser's own error page.
 */
export const lazyRouteComponent: typeof lazily = (importer, name) =>
  lazily(
    () =>
      importer().catch(async (error: unknown) => {
        throw (await serverVersion()) ? error : new TypeError('load failed', { cause: error })
      }),
    name,
  )
