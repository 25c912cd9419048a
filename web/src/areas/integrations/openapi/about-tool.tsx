import { CONNECTION_LIMITS } from '@throughline/contracts/connections'
import type { FoundTool } from '@throughline/contracts/openapi-tools'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import type { useForm } from '../../../shared/form/use-form.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts as catalogueTexts } from '../catalogue/catalogue.texts.ts'
import { ToolMark } from '../parts/tool-badges.tsx'
import type { OpenApiFields } from './new-openapi-tool.ts'
import { texts } from './openapi.texts.ts'

const { about: words } = texts
const { adding } = catalogueTexts

type AboutToolProps = {
  id: string
  found: FoundTool
  form: ReturnType<typeof useForm<keyof OpenApiFields>>
  signIn: number
  onSignIn: (index: number) => void
}

/** What the tool will be called, where it is called, and how connections sign in. */
export function AboutTool({ id, found, form, signIn, onSignIn }: AboutToolProps) {
  const { field, errors } = form
  const { title, version, size, openapi, servers, sign_ins, operations } = found
  return (
    <form {...form.props} id={id} autoComplete="off" className="space-y-4 border-t pt-4">
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <div className="flex items-start gap-3">
        <ToolMark tool={{ id: '', categories: ['development'] }} />
        <div className="min-w-0 flex-1">
          <p translate="no" className="truncate text-md font-medium">
            {title}
          </p>
          <p className="text-xs text-fg-3">{words.found(version, operations.length)}</p>
          <p className="text-xs text-fg-3">{words.read(sizeText(size), openapi)}</p>
        </div>
      </div>
      <Field label={adding.name} error={errors.name}>
        <Input {...field('name')} maxLength={CONNECTION_LIMITS.name} />
      </Field>
      <Field label={adding.shortDescription} error={errors.short_description}>
        <Input {...field('short_description')} maxLength={CONNECTION_LIMITS.short_description} />
      </Field>
      <Field
        label={words.server}
        error={errors.server}
        {...(servers.length > 0 ? { action: words.fromDocument } : { hint: words.noServer })}
      >
        {servers.length > 0 ? (
          <Select
            value={form.values.server}
            onChange={(server) => form.set('server', server)}
            items={servers.map((server) => ({ value: server, label: server }))}
          />
        ) : (
          <Input {...field('server')} type="url" spellCheck={false} />
        )}
      </Field>
      <Field label={words.signsIn}>
        <Select
          value={String(signIn)}
          onChange={(index) => onSignIn(Number(index))}
          items={sign_ins.map((label, index) => ({ value: String(index), label }))}
        />
      </Field>
    </form>
  )
}
