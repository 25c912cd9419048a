import { useQueryClient } from '@tanstack/react-query'
import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import { FlaskConical, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts as catalogueTexts } from '../catalogue/catalogue.texts.ts'
import type { JsonObject } from '../catalogue/json-object.ts'
import { fieldsOf, keptConfiguration } from '../connect/configuration.ts'
import { ConfigurationFields } from '../connect/configuration-fields.tsx'
import { texts as connectTexts } from '../connect/connect.texts.ts'
import { TestResult } from '../connect/test-result.tsx'
import { useConnectionTest } from '../connect/use-connection-test.ts'
import { type ListedTool, toolCalls } from '../integrations.api.ts'
import { toolsKey } from '../integrations.keys.ts'

const texts = connectTexts.rotate

type RotateProps = { page: ConnectionPage; tool: ListedTool; onClose: () => void }

/** A new secret is typed, tested and taken over by the worker. Dots keep what is stored. */
export function RotateDialog({ page: { connection, signed_out }, tool, onClose }: RotateProps) {
  const queries = useQueryClient()
  const fields = fieldsOf(tool.connection_schema).filter(({ isSecret }) => isSecret)
  const [value, setValue] = useState<JsonObject>(() => keptConfiguration(tool.connection_schema))
  const test = useConnectionTest()
  const isReconnecting = signed_out !== null
  const isTyped = JSON.stringify(value) !== JSON.stringify(keptConfiguration(tool.connection_schema))
  const run = async (take: boolean) => {
    const body = { configuration: value, take }
    const ended = await test.run(JSON.stringify(value), () => toolCalls.testConnection(connection.id, body))
    if (!ended?.taken) return
    toast.success(isReconnecting ? texts.reconnected(connection.name) : texts.done(connection.name))
    void queries.invalidateQueries({ queryKey: toolsKey })
    onClose()
  }
  const { metadata } = value
  return (
    <Dialog
      title={isReconnecting ? texts.reconnect(connection.name) : texts.title(connection.name)}
      note={isReconnecting ? texts.reconnectNote : texts.note}
      width={560}
      onClose={onClose}
      footer={
        <Button icon={FlaskConical} busy={test.busy} onClick={() => void run(false)}>
          {connectTexts.test}
        </Button>
      }
      action={{
        label: isReconnecting ? texts.actReconnect : texts.act,
        icon: KeyRound,
        busy: test.busy,
        // A key that was refused may work again as it is; one that works is replaced by another.
        disabled: !isReconnecting && !isTyped,
        onClick: () => void run(true),
      }}
    >
      <div className="space-y-4">
        {fields.length > 0 ? (
          <>
            <ConfigurationFields fields={fields} value={value} errors={{}} onChange={setValue} />
            <p className="text-xs text-fg-3">{texts.keeps}</p>
          </>
        ) : (
          <Field label={catalogueTexts.connecting.metadata} hint={texts.replaces}>
            <Textarea
              rows={4}
              spellCheck={false}
              value={typeof metadata === 'string' ? metadata : ''}
              onChange={({ target }) => setValue({ metadata: target.value })}
            />
          </Field>
        )}
        <TestResult outcome={test.outcome} />
        {!isReconnecting && <p className="text-xs text-fg-3">{texts.after}</p>}
      </div>
    </Dialog>
  )
}
