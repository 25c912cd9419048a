import { cn } from '../../../ui/cn.ts'
import { texts } from './canvas.texts.ts'
import { useDetail, useTools } from './canvas-context.ts'
import type { OutMark } from './step-data.ts'

function AddButton({ out }: { out: OutMark }) {
  const { add } = useTools()
  if (!add) return null
  return (
    <button
      type="button"
      aria-label={out.addLabel}
      aria-haspopup="menu"
      onClick={(event) => add(out.spot, event.currentTarget)}
      className="pointer-events-auto grid size-6 shrink-0 place-items-center rounded-full text-fg-3 hover:bg-accent hover:text-on-accent"
    >
      {/* A letter, not a picture: hundreds of pictures would make every frame slow. */}
      <span aria-hidden className="-mt-0.5 text-[19px] leading-none font-light">
        {texts.plus}
      </span>
    </button>
  )
}

const grown = { zoom: 'var(--grow)' }

/** The label of a line or the pill of an end, joined to its +. It keeps its size when the canvas is far away. */
export function OutMarkView({ out }: { out: OutMark }) {
  const { add } = useTools()
  const near = useDetail() === 0
  const adds = near && add !== undefined
  if (out.kind === 'line' && out.text === '' && !adds) return null
  return (
    // Centred without a transform: hundreds of them would make every frame slow.
    <span className="absolute flex size-0 items-center justify-center" style={{ left: out.x, top: out.y }}>
      {out.kind === 'line' ? (
        <span
          style={adds ? grown : undefined}
          className={cn(
            'flex h-6 shrink-0 items-center rounded-full border border-line-strong bg-card text-xs font-medium whitespace-nowrap shadow-xs',
            out.failed ? 'text-danger-fg' : 'text-fg-2',
          )}
        >
          {out.text !== '' && (
            <span translate="no" title={out.text} className={cn('max-w-45 truncate pl-2.5', adds ? 'pr-1' : 'pr-2.5')}>
              {out.text}
            </span>
          )}
          {adds && <AddButton out={out} />}
        </span>
      ) : (
        <span
          style={{ width: out.width }}
          className="flex h-6.5 shrink-0 items-center justify-center gap-1.5 rounded-full border bg-surface-2 text-xs whitespace-nowrap text-fg-2"
        >
          <span className="size-2 shrink-0 rounded-[2px] bg-neutral-mark" />
          <span title={out.text} className="truncate">
            {out.text || texts.end}
          </span>
          {adds && (
            <span className="-mr-1.5 flex" style={grown}>
              <AddButton out={out} />
            </span>
          )}
        </span>
      )}
    </span>
  )
}
