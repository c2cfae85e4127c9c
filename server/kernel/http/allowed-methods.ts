import { isContractProcedure } from '@orpc/contract';
import type { RequestHandler } from 'express';
import { AppError } from '../../../shared/domain/errors.ts';

/**
 * Answers by the contract what is asked in the wrong way: OPTIONS with what an address allows, any other
 * method that it has no route for with 405. An address that has no route at all is left to the 404.
 */
export function allowedMethods(router: object): RequestHandler {
  const routes = routesOf(router);
  return (req, res, next) => {
    const found = routes.filter((route) => route.address.test(req.path)).map((route) => route.method);
    const allowed = [...new Set([...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
    if (found.length === 0 || (allowed.includes(req.method) && req.method !== 'OPTIONS')) {
      next();
      return;
    }
    res.setHeader('Allow', allowed.join(', '));
    if (req.method === 'OPTIONS') {
      res.status(204).end();
      return;
    }
    throw new AppError('method_not_allowed', {
      message: `${req.method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
    });
  };
}

interface Route {
  method: string;
  address: RegExp;
}

function routesOf(router: object): Route[] {
  return Object.values(router).flatMap((value: unknown): Route[] => {
    if (!isContractProcedure(value)) return routesOf(value as object);
    const { method = 'POST', path = '' } = value['~orpc'].route;
    // Between the parameters a path of ours is words, dashes and slashes.
    return [{ method, address: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }];
  });
}
