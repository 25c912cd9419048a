import { useInfiniteQuery } from '@tanstack/react-query'
import type { TaskRow } from '@throughline/contracts/tasks'
import { FileUp } from 'lucide-react'
import { createPortal } from 'react-dom'
import { cn } from '../../../../ui/cn.ts'
import { tasksQuery } from '../../../tasks/tasks.api.ts'
import { dropTargetClass, useTaskDrop } from '../../parts/drop-targets.ts'
import { texts } from '../uploads.texts.ts'
import type { FileDrag } from './use-file-drag.ts'

const MOST_TASKS = 4
const words = texts.drop

type DropAnywhereProps = { drag: FileDrag; username: string }

/** Says what letting go does. Drags pass through it to what lies beneath, but for the places it offers itself. */
export function DropAnywhere({ drag, username }: DropAnywhereProps) {
  const main = document.getElementById('main')
  if (!main) return null
  return createPortal(
    // Above the tray, below dialogs.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
    <div role="status" className="pointer-events-none absolute inset-0 z-[46] grid place-items-center p-3">
      {drag.among ? <Strip drag={drag} /> : <Offer drag={drag} username={username} />}
    </div>,
    main,
  )
}

/** The page has places of its own, which must stay in sight. */
function Strip({ drag: { count, over } }: { drag: FileDrag }) {
  return (
    <>
      <div className={cn('absolute inset-1.5 rounded-lg border-2 border-dashed border-accent', over && 'opacity-0')} />
      <div className="absolute bottom-6 flex max-w-[calc(100%-2rem)] items-center gap-3 rounded-xl border bg-overlay px-5 py-3 shadow-lg">
        <FileUp size={18} aria-hidden className="shrink-0 text-accent-text" />
        <p className="min-w-0">
          <span className="block font-semibold">{words.title(count)}</span>
          <span className="block text-sm text-fg-2">{over?.label ? words.onTask(over.label) : words.among}</span>
        </p>
      </div>
    </>
  )
}

function Offer({ drag: { count }, username }: DropAnywhereProps) {
  const { data } = useInfiniteQuery(tasksQuery({ assigned_to: username, status: 'pending_only' }))
  const tasks = data?.pages.flatMap((page) => page.data).slice(0, MOST_TASKS) ?? []
  return (
    <>
      <div className="absolute inset-0 bg-surface/85" />
      <div className="absolute inset-3 rounded-xl border-2 border-dashed border-accent bg-accent-subtle/60" />
      <div className="pointer-events-auto relative w-140 max-w-full rounded-xl border bg-overlay p-6 text-center shadow-lg">
        <span className="mx-auto grid size-12 place-items-center rounded-full bg-accent-subtle text-accent-text">
          <FileUp size={22} aria-hidden />
        </span>
        <p className="mt-3 text-lg font-semibold">{words.title(count)}</p>
        <p className="mt-1 text-md text-fg-2">{tasks.length > 0 ? words.orTask : words.everywhere}</p>
        {tasks.length > 0 && (
          <>
            <ul className="mt-4 grid gap-2 text-left min-[760px]:grid-cols-2">
              {tasks.map((task) => (
                <OfferedTask key={task.id} task={task} />
              ))}
            </ul>
            <p className="mt-4 text-xs text-fg-3">{words.version}</p>
          </>
        )}
      </div>
    </>
  )
}

function OfferedTask({ task }: { task: TaskRow }) {
  const { name, instance_name } = task
  const target = useTaskDrop(task)
  return (
    <li
      {...target}
      className={cn(
        'rounded-md border border-dashed border-line-control px-3 py-2.5 data-drop-over:border-accent data-drop-over:bg-accent-subtle',
        dropTargetClass,
      )}
    >
      <span translate="no" dir="auto" className="block truncate font-medium">
        {name}
      </span>
      <span className="block truncate text-xs text-fg-2">
        <span translate="no">{instance_name}</span> · {words.yourTask}
      </span>
    </li>
  )
}
