import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { secondsAgoText } from '../../../shared/format/moments.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { texts } from '../instances.texts.ts'

const SECOND = 1_000
const STEP = 5 * SECOND
const ageTexts = texts.updated

/** How old what is shown is; `failed`: a newer state could not be had. */
function DataAge({ at, failed }: { at: number; failed: boolean }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP)
    return () => clearInterval(timer)
  }, [])
  if (at === 0) return null
  const ago = Math.max(0, now - at)
  const age = ago < STEP ? ageTexts.now : ageTexts.ago(secondsAgoText(ago))
  return (
    <span
      translate="no"
      className={cn('text-xs whitespace-nowrap', failed ? 'text-danger-fg' : 'text-fg-3 max-[1180px]:sr-only')}
    >
      {failed ? ageTexts.failed(age) : age}
    </span>
  )
}

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
