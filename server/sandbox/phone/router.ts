import { Router } from 'express';

/** The phone page. */
export function phoneRouter(): Router {
  const router = Router();
  router.get(['/', '/phone'], (_request, response) => {
    response.type('html').send('soon');
  });
  return router;
}
