import { createContext, useContext } from 'react';
import type { ActionContext } from './action.js';

export const ActionContextValue = createContext<ActionContext | null>(null);

export const useActionContext = (): ActionContext => {
  const context = useContext(ActionContextValue);
  if (!context) throw new Error('Actions live inside the file manager');
  return context;
};
