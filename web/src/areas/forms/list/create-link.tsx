import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { UNTITLED } from '../starters.ts'

/** The specification's first form: a title that says that it has none yet, and nothing else. */
export function CreateLink({ className, kbd, children }: { className?: string; kbd?: string; children: string }) {
  return (
    <Link
      to="/form-builder/$formId"
      params={{ formId: 'new' }}
      state={{ form: UNTITLED }}
      aria-keyshortcuts={kbd}
      className={buttonClass({ variant: 'primary', className })}
    >
      <Plus size={15} strokeWidth={1.9} aria-hidden className="-ml-0.5" />
      {children}
      {kbd && (
        <Kbd className="ml-1" onAccent>
          {kbd}
        </Kbd>
      )}
    </Link>
  )
}
