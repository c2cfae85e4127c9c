/** The credential of both nodes: a server and an API key. n8n tests it with `GET /me`, which every key may call. */
export class SwitchboardApi {
  name = 'switchboardApi';
  displayName = 'Switchboard API';
  properties = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://switchboard.example.com',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      placeholder: 'svc_…',
      description:
        'Created in the dashboard under API Keys. The trigger needs the permission webhooks:manage.',
      required: true,
    },
  ];
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test = { request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: '/api/v1/me' } };
}
