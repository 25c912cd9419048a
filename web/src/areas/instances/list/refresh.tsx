import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { texts } from '../instances.texts.ts'
import { DataAge } from './data-age.tsx'

/** Of what is shown: when it came, whether a newer state could not be had, whether one is under way. */
export type Age = { at: number; failed: boolean; busy: boolean }

type RefreshProps = { age: Age; onRefresh: () => void; narrow: boolean }

export function Refresh({ age: { at, failed, busy }, onRefresh, narrow }: RefreshProps) {
  usePageKeys(useMemo(() => [{ key: 'r', label: texts.refresh, act: onRefresh }], [onRefresh]))
  return (
    <>
      {!narrow && <DataAge at={at} failed={failed} />}
      <IconButton
        label={texts.refresh}
        kbd="R"
        icon={RefreshCw}
        aria-busy={busy || undefined}
        onClick={onRefresh}
        className={busy ? '[&>svg]:animate-spin motion-reduce:[&>svg]:animate-none' : undefined}
      />
    </>
  )
}
