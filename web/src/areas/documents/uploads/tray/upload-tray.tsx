import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Phase, Upload } from '../../../../shared/uploads/engine/upload.ts'
import { uploads } from '../../../../shared/uploads/engine/uploads.ts'
import { uploadStatus } from '../../../../shared/uploads/upload-status.ts'
import { useFollow, useLeavingGuard } from '../../../../shared/uploads/use-follow.ts'
import { useTrayUploads } from '../../../../shared/uploads/use-uploader.ts'
import { useNow } from '../../../../shared/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { texts } from '../uploads.texts.ts'
import { door } from '../uploads-door.ts'
import { ChooseAgain } from './choose-again.tsx'
import { inOrder, type Summary, summaryOf } from './order.ts'
import { StopQuestion } from './stop-question.tsx'
import { TrayRow } from './tray-row.tsx'

/** Told to those who listen; progress is not, it would never end. */
const NEWS: readonly Phase[] = [
  'lost',
  'locked',
  'offline',
  'infected',
  'failed',
  'refused',
  'unchecked',
  'done',
  'gone',
]
const MOST_NAMED = 3

/** What has just happened, as one sentence each; `many` sums up where a lot happens at once. */
function useNews(uploads: readonly Upload[], many: string): string {
  const before = useRef(new Map<string, Phase>())
  const [news, setNews] = useState('')
  useEffect(() => {
    const changed = uploads.filter(({ key, phase }) => before.current.get(key) !== phase && NEWS.includes(phase))
    before.current = new Map(uploads.map(({ key, phase }) => [key, phase]))
    if (changed.length === 0) return
    const said = changed.map((upload) => `${upload.name}: ${uploadStatus(upload, Date.now())}`)
    setNews(changed.length > MOST_NAMED ? many : said.join(' '))
  }, [uploads, many])
  return news
}

const MOST_ROWS = 100
const words = texts.tray

const title = ({ all, running, done }: Summary) => {
  if (running > 0) return words.uploading(running, all)
  return done === all ? words.uploaded(all) : words.rest
}

const rest = ({ needed, paused, failed, quarantined, checking }: Summary) =>
  [
    needed > 0 && words.needed(needed),
    paused > 0 && words.paused(paused),
    failed > 0 && words.failed(failed),
    quarantined > 0 && words.quarantined(quarantined),
    checking > 0 && words.checking(checking),
  ]
    .filter(Boolean)
    .join(', ')

function useArrival(onArrival: () => void) {
  const arrived = useTrayUploads().filter(({ document }) => document).length
  useEffect(() => {
    if (arrived > 0) onArrival()
  }, [arrived, onArrival])
}

const FOLDS_AFTER = 8_000

/**
 * Once everything has arrived it folds by itself, so that it does not lie over the page for ever; not under somebody's
 * pointer or keys. With the next file it is open again.
 */
function useFolding(settled: boolean, tray: RefObject<HTMLElement | null>) {
  const [fold, setFold] = useState<'open' | 'by hand' | 'by itself'>('open')
  if (!settled && fold === 'by itself') setFold('open')
  useEffect(() => {
    if (!settled) return undefined
    const timer = setInterval(() => {
      if (!tray.current?.matches(':hover, :focus-within')) setFold((now) => (now === 'open' ? 'by itself' : now))
    }, FOLDS_AFTER)
    return () => clearInterval(timer)
  }, [settled, tray])
  const folded = fold !== 'open'
  return { folded, toggle: () => setFold(folded ? 'open' : 'by hand') }
}

type UploadTrayProps = {
  memberId: string
  /** Told of each file that has arrived. */
  onArrival: () => void
}

/** Everything that is going up, on every page; whoever is signed in has one. */
export function UploadTray({ memberId, onArrival }: UploadTrayProps) {
  const list = useTrayUploads()
  useEffect(() => {
    uploads.open(memberId)
    return () => {
      uploads.close()
      door.sleep()
    }
  }, [memberId])
  useFollow(uploads, list)
  useArrival(onArrival)
  useLeavingGuard(list)
  return list.length > 0 && <Tray />
}

function Tray() {
  const list = useTrayUploads()
  const now = useNow()
  const tray = useRef<HTMLElement>(null)
  const [asking, setAsking] = useState(false)
  const choose = useRef<HTMLInputElement>(null)
  const summary = summaryOf(list)
  const { folded, toggle } = useFolding(summary.done === summary.all, tray)
  const note = rest(summary)
  const news = useNews(list, [title(summary), note].filter(Boolean).join('. '))
  const shown = inOrder(list).slice(0, MOST_ROWS)
  const close = () => (summary.running + summary.paused + summary.needed > 0 ? setAsking(true) : uploads.clear())
  return (
    <section
      ref={tray}
      aria-label={words.region}
      className={cn(
        'fixed right-6 bottom-6 z-[45] flex w-112 max-w-[calc(100%-2rem)] flex-col overflow-hidden rounded-xl border border-line-strong bg-overlay shadow-lg',
        // Above the toasts, where there is no room beside them.
        'max-[1423px]:bottom-20 max-[759px]:right-4 max-[759px]:bottom-32',
        // What a panel ends in stays in reach.
        'min-[1424px]:in-[body:has(aside_[data-foot])]:bottom-20',
      )}
    >
      <div className={cn('flex min-h-14 items-center gap-1 py-2 pr-2 pl-4', !folded && 'border-b')}>
        <div className="min-w-0 flex-1">
          <h2 className="text-sm leading-tight font-semibold">{title(summary)}</h2>
          {note && <p className="text-xs text-fg-2">{note}</p>}
        </div>
        <AllAtOnce summary={summary} />
        <IconButton
          label={folded ? words.unfold : words.fold}
          icon={folded ? ChevronUp : ChevronDown}
          aria-expanded={!folded}
          onClick={toggle}
        />
        <IconButton label={words.close} icon={X} onClick={close} />
      </div>
      {summary.running > 0 && (
        <Progress label={words.all} value={summary.part} className="h-0.5 shrink-0 rounded-none" />
      )}
      {!folded && (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached with keys
          tabIndex={0}
          aria-label={words.all}
          className="inset-focus max-h-[min(26rem,50dvh)] divide-y overflow-y-auto"
        >
          {shown.map((upload) => (
            <TrayRow key={upload.key} upload={upload} now={now} onChoose={() => choose.current?.click()} />
          ))}
          {list.length > MOST_ROWS && (
            <li className="px-4 py-2.5 text-xs text-fg-2">{words.more(list.length - MOST_ROWS)}</li>
          )}
        </ul>
      )}
      <ChooseAgain input={choose} />
      <output className="sr-only">{news}</output>
      <StopQuestion open={asking} onClose={() => setAsking(false)} list={list} />
    </section>
  )
}

function AllAtOnce({ summary: { pausable, paused, running } }: { summary: Summary }) {
  if (pausable > 0)
    return (
      <Button size="sm" variant="ghost" icon={Pause} onClick={uploads.pauseAll}>
        {words.pauseAll}
      </Button>
    )
  if (paused === 0 || running > 0) return null
  return (
    <Button size="sm" variant="ghost" icon={Play} onClick={uploads.resumeAll}>
      {words.resumeAll}
    </Button>
  )
}
