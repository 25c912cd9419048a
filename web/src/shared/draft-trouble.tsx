import { linkClass } from '../ui/link-style.ts'

/** Why a draft isn't on the server, and what can be done about it. */
export function DraftTrouble({ text, act, onAct }: { text: string; act: string; onAct: () => void }) {
  return (
    <span role="alert" className="inline-flex min-w-0 items-center gap-1 text-xs whitespace-nowrap text-danger-fg">
      <span className="truncate" title={text}>
        {text}
      </span>
      <button type="button" className={linkClass} onClick={onAct}>
        {act}
      </button>
    </span>
  )
}
