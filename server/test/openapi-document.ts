import type { Json } from '@throughline/flow/eval'

const payment = { $ref: '#/components/schemas/Payment' }
const answers = (schema: Json) => ({ 200: { description: 'Done', content: { 'application/json': { schema } } } })
const takes = (schema: Json) => ({ required: true, content: { 'application/json': { schema } } })

/** Of a bank: payments that know a key, and limits that don't. */
export const bankDocument = (server = 'https://api.brightpay.example/v4') => ({
  openapi: '3.1.0',
  info: { title: 'Brightpay bank', version: '4.2.0', description: 'Create and look up payments.' },
  servers: [{ url: server }],
  security: [{ key: [] }],
  paths: {
    '/payments': {
      post: {
        operationId: 'createPayment',
        summary: 'Create a payment',
        tags: ['Payments'],
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: takes({ $ref: '#/components/schemas/NewPayment' }),
        responses: answers(payment),
      },
      get: {
        operationId: 'findPayments',
        summary: 'Find payments',
        tags: ['Payments'],
        parameters: [{ name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        responses: answers({ type: 'array', items: payment }),
      },
    },
    '/payments/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getPayment', summary: 'Look up a payment', tags: ['Payments'], responses: answers(payment) },
      delete: { operationId: 'cancelPayment', summary: 'Cancel a payment', tags: ['Payments'], responses: { 204: {} } },
    },
    '/accounts/{id}/limits': {
      patch: {
        summary: 'Change limits',
        tags: ['Accounts'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: takes({ type: 'object', properties: { daily: { type: 'integer' } }, required: ['daily'] }),
        responses: { 204: { description: 'Changed' } },
      },
    },
    '/accounts/{id}/statement': {
      get: {
        summary: 'Read a statement',
        tags: ['Accounts'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/pdf': {} } } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    schemas: {
      NewPayment: {
        type: 'object',
        required: ['amount', 'iban'],
        properties: { amount: { type: 'number' }, iban: { type: 'string' }, note: { type: 'string' } },
      },
      Payment: {
        type: 'object',
        required: ['id', 'status'],
        properties: { id: { type: 'string' }, status: { type: 'string', enum: ['open', 'paid'] } },
      },
    },
  },
})
