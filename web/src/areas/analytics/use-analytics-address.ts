import { useNavigate, useSearch } from '@tanstack/react-router'
import { readCounted } from '@throughline/contracts/counted-figures'
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

/** What a figure counts, whatever the moment: it is counted anew while its panel stands open. */
function figureKey(open: string | undefined): string | undefined {
  const counted = readCounted(open)
  if (!counted) return undefined
  const { as_of: _, ...filter } = counted.filter
  return JSON.stringify([counted.figure, filter])
}

/** Closes the panel of a figure; the focus returns to the figure for people who use keys. */
export function useClosePanel({ address: { open }, change }: ReturnType<typeof useAnalyticsAddress>) {
  return useCallback(() => {
    change({ open: undefined })
    const key = figureKey(open)
    if (key === undefined) return
    const figures = [...document.querySelectorAll<HTMLElement>('[data-figure]')]
    figures.find(({ dataset }) => figureKey(dataset['figure']) === key)?.focus()
  }, [change, open])
}
