import { zipDocuments } from '@throughline/contracts/document-acts'
import { linkDocument } from '@throughline/contracts/documents'
import { DocumentId, InstanceId } from '@throughline/contracts/ids'
import { addInstanceFile } from '@throughline/contracts/instances'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeInstance, makeWorkflow } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.owner

test('a link is opened by whoever wants the bytes, and by nobody who only asks after them', async () => {
  const workflow = await makeWorkflow(ctx, ours)
  const instanceId = InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
  const form = new FormData()
  form.append('file', new Blob(['The offer']), 'offer.txt')
  const { data } = await client(addInstanceFile, { params: { instanceId } }, { form })
  const documentId = DocumentId.parse(data.id)
  const links = [
    await client(linkDocument, { params: { documentId }, query: { open: 'attachment' } }),
    await client(zipDocuments, { body: { ids: [documentId] } }),
  ]
  const headers = { host: new URL(ctx.config.USERCONTENT_ORIGIN).host }
  for (const { url: address } of links) {
    const { pathname, search } = new URL(address)
    const ask = (method: 'GET' | 'HEAD') => api.app.inject({ method, url: pathname + search, headers })
    expect((await ask('GET')).statusCode).toBe(200)
    expect((await ask('HEAD')).statusCode).toBe(404)
  }
})
