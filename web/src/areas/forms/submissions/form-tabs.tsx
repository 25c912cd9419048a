import { Link } from '@tanstack/react-router'
import { headerTabs, tabLine } from '../../../ui/tab-style.ts'
import { texts } from '../submissions.texts.ts'

/** The form itself, and what was answered: each is an address of its own. */
export function FormTabs({ formId, current }: { formId: string; current: 'form' | 'submissions' }) {
  return (
    <nav aria-label={texts.tabs.label} className={`${headerTabs} min-[760px]:ml-4`}>
      <Link
        to="/form-builder/$formId"
        params={{ formId }}
        aria-current={current === 'form' ? 'page' : undefined}
        className={tabLine}
      >
        {texts.tabs.form}
      </Link>
      <Link
        to="/forms/$formId/submissions"
        params={{ formId }}
        aria-current={current === 'submissions' ? 'page' : undefined}
        className={tabLine}
      >
        {texts.tabs.submissions}
      </Link>
    </nav>
  )
}
