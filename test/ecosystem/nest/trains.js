import { decorate } from './decorate.js';

/** A resource: parameters, queries, bodies, validation, guards and injected services. */
export function trainsBy(common, validator) {
  const { Body, Controller, Delete, Dependencies, Get, HttpCode, Injectable, NotFoundException } = common;
  const { DefaultValuePipe, Headers, Param, ParseIntPipe, Post, Put, Query, SetMetadata, UseGuards } = common;

  class Train {}
  validator.IsString()(Train.prototype, 'name');
  validator.Max(600)(Train.prototype, 'speed');
  validator.Min(1)(Train.prototype, 'speed');
  validator.IsInt()(Train.prototype, 'speed');

  class Store {
    trains = [{ id: 1, name: 'Transrapid', speed: 500 }];

    find(id) {
      const train = this.trains.find((one) => one.id === id);
      if (!train) throw new NotFoundException(`No train ${id}`);
      return train;
    }
  }
  decorate(Store, [Injectable()]);

  class Owner {
    canActivate(context) {
      const isOpen = Reflect.getMetadata('open', context.getHandler()) ?? false;
      return isOpen || context.switchToHttp().getRequest().get('x-user') === 'owner';
    }
  }
  decorate(Owner, [Injectable()]);

  class Trains {
    constructor(store) {
      this.store = store;
    }

    all(query, limit, user) {
      return { query, limit, user, trains: this.store.trains.slice(0, limit) };
    }

    one(id) {
      return this.store.find(id);
    }

    async create(train) {
      return { isTrain: train instanceof Train, ...train };
    }

    replace(id, name) {
      return { ...this.store.find(id), name };
    }

    remove(id) {
      this.store.find(id);
    }
  }
  decorate(Trains, [Controller('trains'), Dependencies(Store), UseGuards(Owner)], {
    all: {
      on: [Get(), SetMetadata('open', true)],
      takes: [
        [Query()],
        [Query('limit', new DefaultValuePipe(10), ParseIntPipe), Number],
        [Headers('x-user')],
      ],
    },
    one: { on: [Get(':id'), SetMetadata('open', true)], takes: [[Param('id', ParseIntPipe), Number]] },
    create: { on: [Post()], takes: [[Body(), Train]] },
    replace: {
      on: [Put(':id')],
      takes: [
        [Param('id', ParseIntPipe), Number],
        [Body('name'), String],
      ],
    },
    remove: { on: [Delete(':id'), HttpCode(204)], takes: [[Param('id', ParseIntPipe), Number]] },
  });
  return { controllers: [Trains], providers: [Store, Owner] };
}
