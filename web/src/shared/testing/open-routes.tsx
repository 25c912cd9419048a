import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { connectToasts, type ToastMessage } from '../../ui/toast.ts'
import { api, FRESH } from '../api.ts'

/** One address in a fresh browser, where nothing is tried twice; what is said in toasts is handed on. */
export function openRoutes(routeTree: AnyRoute, address: string, show: (message: ToastMessage) => void) {
  api.forgetCsrf()
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
  connectToasts({ show, close: () => undefined })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: FRESH } } })
  const screen = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...screen, router, queries }
}
