import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '@throughline/contracts/client'
import { Plug } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '../../../shared/address-params.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { signInCalls } from './sign-in.api.ts'
import { texts } from './sign-in.texts.ts'

const NAMES = ['code', 'iss', 'error', 'error_description'] as const

/** Where providers send people back to: hands over what they were sent back with, and opens the panel again. */
export function SignInReturnScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const isSent = useRef(false)
  useEffect(() => {
    // What is in the address is good once.
    if (isSent.current) return
    isSent.current = true
    const given = NAMES.flatMap((name) => (textOf(search[name]) ? [[name, textOf(search[name])]] : []))
    signInCalls
      .back({ state: textOf(search.state) || '-', ...Object.fromEntries(given) })
      .then(({ id, tool_id }) =>
        navigate({
          to: '/integrations',
          search: { tool: tool_id, panel: 'connect', sign_in: id },
          replace: true,
        }),
      )
      .catch((error: unknown) => setProblem(error instanceof ApiError ? error.message : texts.goneHint))
  }, [search, navigate])
  return (
    <>
      <ScreenHeader title={texts.returnTitle} />
      {problem === undefined ? (
        <output className="flex items-center justify-center gap-2.5 p-16 text-sm text-fg-2">
          <Spinner />
          {texts.returning}
        </output>
      ) : (
        <Empty
          icon={Plug}
          title={texts.unknown}
          hint={problem}
          action={
            <Link to="/integrations" replace className={buttonClass({ variant: 'primary' })}>
              {texts.backToTools}
            </Link>
          }
        />
      )}
    </>
  )
}
