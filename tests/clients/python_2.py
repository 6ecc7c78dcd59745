"""The official Python client of the 2.x line, in both eras of the protocol."""

import asyncio

from httpx2 import AsyncClient
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from notes import bearer, drive, failure, server


async def session(transport, mode, revision):
    async with Client(transport, mode=mode) as client:
        assert client.protocol_version == revision, client.protocol_version
        await drive(client)


async def main():
    url, token, command, args = server()
    for era in [("legacy", "2025-11-25"), ("2026-07-28", "2026-07-28")]:
        async with AsyncClient(headers=bearer("wrong")) as http:
            await failure(session(streamable_http_client(url, http_client=http), *era))
        async with AsyncClient(headers=bearer(token)) as http:
            await session(streamable_http_client(url, http_client=http), *era)
        await session(StdioServerParameters(command=command, args=args), *era)


asyncio.run(main())
