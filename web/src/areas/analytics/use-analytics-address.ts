import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type AnalyticsAddress, analyticsAddress } from './analytics-address.ts'

type Changes = { [K in keyof AnalyticsAddress]?: AnalyticsAddress[K] | undefined }

/** What the address says, and how it is changed. Choices replace it; panels are places one comes back from. */
export function useAnalyticsAddress() {
  const address = analyticsAddress(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Changes, replace = true) =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => analyticsAddress({ ...old, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  return { address, change }
}

/** Closes the panel of a figure; the focus returns to the figure for people who use keys. */
export function useClosePanel({ address: { open }, change }: ReturnType<typeof useAnalyticsAddress>) {
  return useCallback(() => {
    change({ open: undefined })
    if (open) document.querySelector<HTMLElement>(`[data-figure="${CSS.escape(open)}"]`)?.focus()
  }, [change, open])
}
