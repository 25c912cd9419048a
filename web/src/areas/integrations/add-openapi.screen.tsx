import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FoundTool, OPENAPI_LIMITS } from '@throughline/contracts/openapi-tools'
import { ArrowLeft, FileJson, Info, Plug } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { DiscardDialog } from '../../shared/discard-dialog.tsx'
import { useForm } from '../../shared/form/use-form.ts'
import { useUnsavedGuard } from '../../shared/unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { ADD_MODES, type AddMode } from './catalogue/add-panel.tsx'
import { texts as catalogueTexts, spec } from './catalogue/catalogue.texts.ts'
import { catalogueQuery, openApiCalls } from './integrations.api.ts'
import { AboutTool } from './openapi/about-tool.tsx'
import { chosenByDefault } from './openapi/chosen-operations.ts'
import { DocumentSource, useDocumentSource } from './openapi/document-source.tsx'
import { fieldErrors, fieldsOf, type OpenApiFields } from './openapi/new-openapi-tool.ts'
import { texts } from './openapi/openapi.texts.ts'
import { OperationsFound } from './openapi/operations-found.tsx'
import { nameTaken } from './parts/name-taken.ts'

export function AddOpenApiScreen() {
  const user = useCurrentUser()
  if (!user) return null
  if (can(user, 'integrations.manage')) return <AddOpenApi />
  return (
    <>
      <ScreenHeader title={spec.add} />
      <Empty icon={Plug} title={spec.add} hint={texts.restricted} />
    </>
  )
}

const EMPTY_FIELDS: OpenApiFields = { name: '', short_description: '', server: '' }

function useAddOpenApi() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [found, setFound] = useState<FoundTool>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [signIn, setSignIn] = useState(0)
  const [added, setAdded] = useState<string>()
  const form = useForm<keyof OpenApiFields>({
    initial: EMPTY_FIELDS,
    check: fieldErrors,
    submit: async (fields) => {
      if (!found) return
      const { document } = found
      const { id, name } = await openApiCalls.add({ document, ...fields, sign_in: signIn, operations: [...chosen] })
      toast.success(catalogueTexts.adding.added(name))
      void queries.invalidateQueries(catalogueQuery)
      setAdded(id)
    },
    failure: { title: spec.createFailed },
    refused: nameTaken,
  })
  const source = useDocumentSource((read) => {
    setFound(read)
    if (!read) return
    const { name, short_description, server } = fieldsOf(read)
    form.set('name', name)
    form.set('short_description', short_description)
    form.set('server', server)
    setChosen(chosenByDefault(read.operations))
    setSignIn(0)
  })
  const leaving = useUnsavedGuard(found !== undefined && added === undefined)
  // After the guard has let go of the page.
  useEffect(() => {
    if (added !== undefined) void navigate({ to: '/integrations', search: { tool: added, panel: 'connect' } })
  }, [added, navigate])
  return { found, source, form, chosen, setChosen, signIn, setSignIn, leaving }
}

/** A tool from a document: what it says left, what can be called right. */
function AddOpenApi() {
  const id = useId()
  const { found, source, form, chosen, setChosen, signIn, setSignIn, leaving } = useAddOpenApi()
  const isFitting = found !== undefined && chosen.size > 0 && chosen.size <= OPENAPI_LIMITS.chosen
  return (
    <Frame
      action={
        <Button variant="primary" type="submit" form={id} busy={form.busy} disabled={!isFitting || form.waiting}>
          {found ? texts.addWith(chosen.size) : spec.add}
        </Button>
      }
      left={
        <>
          <DocumentSource {...source} />
          {found && <AboutTool id={id} found={found} form={form} signIn={signIn} onSignIn={setSignIn} />}
          <p className="flex gap-2.5 rounded-md bg-surface-2 p-3 text-sm text-fg-2">
            <Info size={15} aria-hidden className="mt-0.5 shrink-0" />
            {texts.document.safe}
          </p>
        </>
      }
      right={
        found ? (
          <OperationsFound operations={found.operations} chosen={chosen} onChoose={setChosen} />
        ) : source.form.busy ? (
          <Reading />
        ) : (
          <Empty icon={FileJson} title={texts.found.none} hint={texts.found.noneHint} />
        )
      }
    >
      <DiscardDialog leaving={leaving} />
    </Frame>
  )
}

const Reading = () => (
  <Loading label={texts.found.reading} className="space-y-4 p-4">
    {Array.from({ length: 6 }, (_, index) => (
      <Skeleton key={index} className="h-8 w-full" />
    ))}
  </Loading>
)

type FrameProps = { action: ReactNode; left: ReactNode; right: ReactNode; children?: ReactNode }

function Frame({ action, left, right, children }: FrameProps) {
  const navigate = useNavigate()
  const back = useCallback(() => void navigate({ to: '/integrations' }), [navigate])
  usePageKeys(useMemo(() => [{ key: 'Escape', label: texts.back, act: back }], [back]))
  const switchTo = (mode: AddMode) => {
    if (mode !== 'openapi')
      void navigate({ to: '/integrations', search: { panel: 'add', ...(mode === 'json' && { mode }) } })
  }
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader
        title={spec.add}
        before={<IconButton label={texts.back} kbd="Escape" icon={ArrowLeft} onClick={back} />}
        tabs={
          <span className="min-[760px]:ml-3">
            <Segmented label={catalogueTexts.how} value="openapi" onChange={switchTo} items={ADD_MODES} />
          </span>
        }
      >
        <Button onClick={back}>{catalogueTexts.cancel}</Button>
        {action}
      </ScreenHeader>
      <div className="flex min-h-0 flex-1 max-[759px]:block max-[759px]:overflow-y-auto">
        <section
          aria-label={texts.document.label}
          className="w-90 shrink-0 space-y-4 overflow-y-auto border-r p-4 max-[1100px]:w-75 max-[759px]:w-auto max-[759px]:border-r-0 max-[759px]:border-b"
        >
          {left}
        </section>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">{right}</div>
      </div>
      {children}
    </div>
  )
}
